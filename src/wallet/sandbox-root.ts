/**
 * The root of the attestation chains of simulated devices. Its private key is public on purpose, so a chain
 * only proves its form. The production profile must refuse this root as a trust anchor.
 */
export const SANDBOX_ROOT_CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIBxjCCAW2gAwIBAgIQPUuJB398VFaEUf+Cw2PNzzAKBggqhkjOPQQDAjBSMRAw
DgYDVQQKDAdEaXB0eWNoMT4wPAYDVQQDDDVTYW5kYm94IEF0dGVzdGF0aW9uIFJv
b3QgKHB1YmxpYyBrZXksIHByb3ZlcyBub3RoaW5nKTAgFw0yNTAxMDEwMDAwMDBa
GA8yMDU1MDEwMTAwMDAwMFowUjEQMA4GA1UECgwHRGlwdHljaDE+MDwGA1UEAww1
U2FuZGJveCBBdHRlc3RhdGlvbiBSb290IChwdWJsaWMga2V5LCBwcm92ZXMgbm90
aGluZykwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATD0TRf36ZNfNrIDGKyLQy1
f+SUqYMo7N56VnhT0dBSGvusYNiN92zLTh9mVXg/WU+E+wJGt3PKi3nB+nvKw9jn
oyMwITAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwICBDAKBggqhkjOPQQD
AgNHADBEAiBPEAWg0xrFjsvFiistR/yBC0jY1curh1P69ZagjTxZ8wIgFtNZuap1
oH14kjUofg7u9Y0ULyDmOXkMcM+t3T7uUSM=
-----END CERTIFICATE-----
`.trimStart();

/** PKCS#8 of the key in SANDBOX_ROOT_CERTIFICATE; intentionally public. */
export const SANDBOX_ROOT_PRIVATE_KEY = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6OvjRjpGKDByLJmB
4TO6AlZcNS9PApWDbm4EgmVN0JWhRANCAATD0TRf36ZNfNrIDGKyLQy1f+SUqYMo
7N56VnhT0dBSGvusYNiN92zLTh9mVXg/WU+E+wJGt3PKi3nB+nvKw9jn
-----END PRIVATE KEY-----
`.trimStart();

/** Serial number of the intermediate, in lower-case hex, for the revocation list of a sandbox: fault `revoked-serial`. */
export const SANDBOX_REVOKED_SERIAL = '5eed0000000000000000000000000bad';
