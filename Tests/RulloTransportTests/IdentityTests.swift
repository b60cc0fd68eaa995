import RulloTransport
import Testing

@Suite("characteristic identity") struct IdentityTests {
  @Test("an open service matches any, another service does not") func matching() {
    let open = CharacteristicIdentity(0x2AD2)
    let bike = CharacteristicIdentity(0x2AD2, service: 0x1826)
    let power = CharacteristicIdentity(0x2AD2, service: 0x1818)
    #expect(open.matches(bike) && bike.matches(open))
    #expect(!bike.matches(power))
    #expect(!open.matches(CharacteristicIdentity(0x2AD2, instance: 2)))
  }

  @Test("is printed as the paths of a session are") func text() {
    #expect("\(CharacteristicIdentity(0x2AD2, service: 0x1826))" == "1826/2AD2")
    #expect("\(CharacteristicIdentity(0x2AD2, instance: 2))" == "2AD2#2")
  }
}
