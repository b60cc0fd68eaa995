public import RulloBase

extension GATTMap {
  /// The schema of the file that keeps a map.
  public static let schema = "rullo.gatt/1"

  /// A map that is larger than this is none of devices.
  private static let most = 4096

  /// Reads the file that ``writeJSON(to:)`` writes; other keys are passed over.
  ///
  /// Throws ``GATTMapFailure`` for what is no such file.
  public init(json octets: [UInt8]) throws(GATTMapFailure) {
    let value: JSONValue
    do {
      value = try JSONValue(octets)
    } catch {
      throw GATTMapFailure("is no JSON: \(error)")
    }
    guard let schema = value["schema"]?.text else {
      throw GATTMapFailure("is no handle map; 'rullo info --write-gatt FILE' writes one")
    }
    guard schema == Self.schema else {
      throw GATTMapFailure("is a \(schema), not a \(Self.schema)")
    }
    for item in (value["peers"]?.items ?? []).prefix(Self.most) {
      peers.append(try Peer(json: item))
    }
    guard !peers.isEmpty else { throw GATTMapFailure("names no peer") }
  }

  /// Writes the file of the map, a line for each attribute.
  public func writeJSON(to json: inout JSONWriter) {
    json.beginObject()
    json.string("schema", Self.schema)
    json.key("peers")
    json.beginArray()
    for peer in peers {
      json.breakLine()
      peer.writeJSON(to: &json)
    }
    json.endArray()
    json.endObject()
    json.endLine()
  }
}

/// Why a file is no handle map, as the end of a sentence that begins with its name.
public struct GATTMapFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

extension GATTMap.Peer {
  fileprivate init(json: JSONValue) throws(GATTMapFailure) {
    self.init(address: json["address"]?.text, name: json["name"]?.text)
    databaseHash = json["database_hash"]?.text.flatMap { Hex.bytes($0) }
    for item in json["services"]?.items ?? [] {
      services.append(
        Service(
          uuid: try Self.uuid(item), start: try Self.handle(item, "start"),
          end: try Self.handle(item, "end")))
    }
    for item in json["characteristics"]?.items ?? [] {
      let properties = try Self.number(item, "properties")
      characteristics.append(
        Characteristic(
          uuid: try Self.uuid(item), handle: try Self.handle(item, "handle"),
          declaration: UInt16(exactly: try Self.number(item, "declaration") ?? 0) ?? 0,
          properties: properties.flatMap(UInt8.init(exactly:))))
    }
    for item in json["descriptors"]?.items ?? [] {
      descriptors.append(
        Descriptor(uuid: try Self.uuid(item), handle: try Self.handle(item, "handle")))
    }
    // Attributes may stand in any order in the file; the tables want that of the handles.
    services.sort { $0.start < $1.start }
    characteristics.sort { $0.handle < $1.handle }
    descriptors.sort { $0.handle < $1.handle }
  }

  private static func uuid(_ item: JSONValue) throws(GATTMapFailure) -> BluetoothUUID {
    guard let text = item["uuid"]?.text, let uuid = BluetoothUUID(text) else {
      throw GATTMapFailure("has an entry without a 'uuid' such as \"2AD2\"")
    }
    return uuid
  }

  private static func handle(
    _ item: JSONValue, _ key: String
  ) throws(GATTMapFailure) -> UInt16 {
    guard let number = try number(item, key), let handle = UInt16(exactly: number), handle > 0
    else {
      throw GATTMapFailure("has an entry without a '\(key)' from 1 to 65535")
    }
    return handle
  }

  private static func number(
    _ item: JSONValue, _ key: String
  ) throws(GATTMapFailure) -> Int? {
    guard case .number(let digits)? = item[key] else { return nil }
    guard let number = Int(digits) else {
      throw GATTMapFailure("has a '\(key)' that is no whole number: \(digits)")
    }
    return number
  }

  fileprivate func writeJSON(to json: inout JSONWriter) {
    json.beginObject()
    json.string("address", address)
    json.string("name", name)
    json.string("database_hash", databaseHash.map { Hex.text($0) })
    json.key("services")
    json.beginArray()
    for service in services {
      json.breakLine()
      json.beginObject()
      json.string("uuid", service.uuid.description)
      json.number("start", Int(service.start))
      json.number("end", Int(service.end))
      json.endObject()
    }
    json.endArray()
    json.key("characteristics")
    json.beginArray()
    for characteristic in characteristics {
      json.breakLine()
      json.beginObject()
      json.string("uuid", characteristic.uuid.description)
      json.number("handle", Int(characteristic.handle))
      json.number("declaration", Int(characteristic.declaration))
      json.number("properties", characteristic.properties.map(Int64.init))
      json.endObject()
    }
    json.endArray()
    json.key("descriptors")
    json.beginArray()
    for descriptor in descriptors {
      json.breakLine()
      json.beginObject()
      json.string("uuid", descriptor.uuid.description)
      json.number("handle", Int(descriptor.handle))
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}
