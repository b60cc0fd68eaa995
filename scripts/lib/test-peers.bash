# What the tests compare Rullo with: other programs and real captures. Sourced by scripts/test.
# shellcheck shell=bash

# Lines for the summary. Bash 3.2 cannot expand an empty array under set -u, so they are plain text.
used=''
unnamed=''
absent=''

note_used() {
  used="$used  $*"$'\n'
}

note_absent() {
  absent="$absent  $*"$'\n'
}

# install_peers: tshark and btmon. What cannot be installed is left out; find_peers notices.
install_peers() {
  if is_macos; then
    if ! have tshark && have brew; then
      say 'installing wireshark (for tshark)'
      brew install --quiet --formula wireshark >&2 || true
    fi
  elif have apt-get; then
    install_debian_packages 'the comparison with other tools' tshark bluez python3-venv || true
  fi
}

# The newest Python that Bumble can use (3.11 or later), or nothing.
usable_python() {
  local candidate
  for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if have "$candidate" && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      printf '%s\n' "$candidate"
      return
    fi
  done
}

# make_python_environment FOLDER REQUIREMENTS: a virtual environment that holds exactly the pinned versions. The list is
# copied into it last, so that an interrupted installation is begun again.
make_python_environment() {
  local folder=$1 requirements=$2 python log
  cmp -s "$requirements" "$folder/installed" && "$folder/bin/python" -c 'import bumble' 2>/dev/null && return 0
  python=$(usable_python)
  if [ -z "$python" ] && is_macos && have brew; then
    say 'installing python'
    brew install --quiet python@3.13 >&2 || true
    python=$(usable_python)
  fi
  if [ -z "$python" ]; then
    say 'Bumble needs Python 3.11 or later, and none is installed'
    return 1
  fi
  say "making a Python environment with $(tr '\n' ' ' <"$requirements")"
  log=$(mktemp)
  if ! { rm -rf "$folder" && "$python" -m venv "$folder" &&
    "$folder/bin/python" -m pip install --disable-pip-version-check --requirement "$requirements"; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    say 'the Python environment could not be made; the output of venv and pip stands above'
    return 1
  fi
  rm -f "$log"
  cp "$requirements" "$folder/installed"
}

# find_peers FOLDER: notes what is there; sets RULLO_PYTHON.
find_peers() {
  local folder=$1 version
  if have tshark; then
    version=$(tshark --version 2>/dev/null | sed -n '1s/^[^0-9]*\([0-9][0-9.]*[0-9]\).*/\1/p')
    note_used "tshark $version"
  else
    note_absent 'tshark: not installed'
  fi
  if is_macos; then
    note_absent 'btmon: Linux only'
  elif have btmon; then
    note_used "btmon $(btmon --version 2>/dev/null)"
  else
    note_absent 'btmon: not installed'
  fi
  if version=$("$folder/bin/python" -c 'from importlib.metadata import version; print(version("bumble"))' 2>/dev/null); then
    note_used "Bumble $version"
    export RULLO_PYTHON=$folder/bin/python
  else
    note_absent 'Bumble: not installed'
    unset RULLO_PYTHON
  fi
}

# find_corpus ROOT: notes which captures are there; sets RULLO_CORPUS to an absolute path, or unsets it.
find_corpus() {
  local root=$1 folder=${RULLO_CORPUS:-$1/../shared/corpus} name stem
  if ! folder=$(cd "$folder" 2>/dev/null && pwd -P); then
    if [ -n "${RULLO_CORPUS:-}" ]; then
      note_absent "corpus: RULLO_CORPUS names $RULLO_CORPUS, which is no folder"
    else
      note_absent 'corpus: no folder ../shared/corpus; name another in RULLO_CORPUS'
    fi
    unset RULLO_CORPUS
    return
  fi
  export RULLO_CORPUS=$folder
  while read -r name; do
    stem=${name%.*}
    if [ ! -f "$folder/$name" ]; then
      note_absent "corpus $name"
    elif grep -rqF --include '*.swift' -e "$stem" "$root/Tests"; then
      note_used "corpus $name"
    else
      unnamed="$unnamed  corpus $name"$'\n'
    fi
  done <"$root/scripts/lib/corpus-files"
}
