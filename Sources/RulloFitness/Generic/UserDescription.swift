/// What a characteristic is called for people (2901, Characteristic User Description).
public struct UserDescription: TextRecord {
  public static var layout: CharacteristicLayout { .userDescription }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}
