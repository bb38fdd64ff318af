"""Reads a status list for MSOs with the libraries cbor2 and cryptography. Prints the claims and the statuses as JSON.

Usage: read_list.py TOKEN ROOT.PEM URI INDEX...
"""
import json
import sys
import zlib

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

token, root_file, uri, *indexes = sys.argv[1:]
sign1 = cbor2.loads(open(token, "rb").read())
assert sign1.tag == 18, "tag 18"
protected_bytes, unprotected, payload, signature = sign1.value
protected = cbor2.loads(protected_bytes)
assert protected[1] == -7 and protected[16] == "application/statuslist+cwt", "protected header"
assert 33 not in unprotected, "x5chain is protected"

chain = protected[33] if isinstance(protected[33], list) else [protected[33]]
signer = x509.load_der_x509_certificate(chain[0])
root = x509.load_pem_x509_certificate(open(root_file, "rb").read())
assert signer.issuer == root.subject, "issued by the root"
root.public_key().verify(signer.signature, signer.tbs_certificate_bytes, ec.ECDSA(signer.signature_hash_algorithm))
usage = signer.extensions.get_extension_for_class(x509.KeyUsage)
assert usage.critical and usage.value.digital_signature and not usage.value.key_cert_sign, "key usage"

r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
signed = cbor2.dumps(["Signature1", protected_bytes, b"", payload])
signer.public_key().verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))

claims = cbor2.loads(payload)
assert claims[2] == uri, "sub"
status_list = claims[65533]
entries = zlib.decompress(status_list["lst"])
print(json.dumps({
    "bits": status_list["bits"],
    "entries": len(entries) * 8,
    "validity": claims[4] - claims[6],
    "ttl": claims[65534],
    "statuses": [entries[int(i) >> 3] >> (int(i) & 7) & 1 for i in indexes],
    "set": sum(bin(byte).count("1") for byte in entries),
}))
