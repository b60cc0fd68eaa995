# Shared by the scripts: messages, and installing what is missing. To be sourced by bash 3.2 (macOS) or later.
# shellcheck shell=bash

# The name that messages begin with.
script_name=${0##*/}

say() {
  printf '%s: %s\n' "$script_name" "$*" >&2
}

# Wrong use, or something to install is missing: exit code 2, as everywhere in the project.
give_up() {
  say "$*"
  exit 2
}

is_macos() {
  [ "$(uname -s)" = Darwin ]
}

have() {
  command -v "$1" >/dev/null 2>&1
}

# True on continuous integration, by the rule of Package.swift.
is_ci() {
  case "${CI:-}" in
    '' | 0 | false) return 1 ;;
  esac
}

# Which of the named Debian packages are not installed.
missing_debian_packages() {
  local package
  for package in "$@"; do
    case "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" in
      *' installed') ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

# install_debian_packages PURPOSE PACKAGE…
# Installs what is missing when this is root, and otherwise prints the line for it. Returns 1 if something is missing
# afterwards. Never calls sudo: whose rights are used is for the user to decide.
install_debian_packages() {
  local purpose=$1 missing log
  shift
  missing=$(missing_debian_packages "$@")
  missing=${missing% }
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" != 0 ]; then
    say "$purpose needs $missing. Run this as root: apt-get install -y $missing"
    return 1
  fi
  say "installing $missing"
  log=$(mktemp)
  # The package lists of a fresh container are empty. tshark asks who may capture unless told not to ask.
  # shellcheck disable=SC2086 # a list of names
  if ! { DEBIAN_FRONTEND=noninteractive apt-get update &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    say "apt-get could not install $missing; its output stands above"
    return 1
  fi
  rm -f "$log"
}

# The C libraries that Package.swift builds against. On macOS libpcap and expat are part of the SDK, and libarchive is
# without its headers, which Homebrew keeps in a folder of their own.
install_build_libraries() {
  if is_macos; then
    have brew || give_up 'the build needs libarchive; install Homebrew from https://brew.sh and run this again'
    brew list libarchive >/dev/null 2>&1 || brew install libarchive >&2 || exit 2
    PKG_CONFIG_PATH=$(brew --prefix libarchive)/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
    export PKG_CONFIG_PATH
  elif have apt-get; then
    install_debian_packages 'the build' libpcap-dev libarchive-dev libexpat1-dev zlib1g-dev || exit 2
  else
    [ -e /usr/include/pcap.h ] || [ -e /usr/include/pcap/pcap.h ] ||
      give_up 'the build needs the headers of libpcap; install them (libpcap-dev, libpcap-devel or libpcap) and run this again'
    [ -e /usr/include/archive.h ] ||
      give_up 'the build needs the headers of libarchive; install them (libarchive-dev, libarchive-devel or libarchive) and run this again'
    [ -e /usr/include/expat.h ] ||
      give_up 'the build needs the headers of expat; install them (libexpat1-dev, expat-devel or expat) and run this again'
    [ -e /usr/include/zlib.h ] ||
      give_up 'the build needs the headers of zlib; install them (zlib1g-dev, zlib-devel or zlib) and run this again'
  fi
}

require_swift() {
  have swift || give_up 'no Swift compiler in PATH; install Swift 6.3 or later from https://www.swift.org/install and run this again'
}
