import { KEY_DESCRIPTION_OID, PROOF_OF_BINDING_OID } from '../../../src/formats/android/index.ts';
import { certificateToPem, parseCertificate } from '../../../src/formats/x509/index.ts';
import { annotateCbor } from './annotate-cbor.ts';
import { annotateDer } from './annotate-der.ts';
import { CODE, exampleExchange, KEYS, NONCE } from './exchange.ts';
import { printed, rows } from './hex-lines.ts';
import type { SealedExample } from './sealed.ts';

const IDS = {
  deviceReferenceId: '11111111-1111-4111-8111-111111111111',
  proofingId: '22222222-2222-4222-8222-222222222222',
  credentialId: '33333333-3333-4333-8333-333333333333',
};
const REQUEST_ID = '44444444-4444-4444-8444-444444444444';
const DEVICE_KEY_ID = '55555555-5555-4555-8555-555555555555';
const VERSION_ID = 'example-version';

const NAMES = {
  [KEY_DESCRIPTION_OID]: 'key description',
  [PROOF_OF_BINDING_OID]: 'ProofOfBinding',
  '1.2.840.10045.4.3.2': 'ecdsa-with-SHA256',
  '1.2.840.10045.2.1': 'ecPublicKey',
  '1.2.840.10045.3.1.7': 'P-256',
  '2.5.29.15': 'keyUsage',
  '2.5.4.3': 'commonName',
  '2.5.4.5': 'serialNumber',
  '2.5.4.12': 'title',
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const block = (text: string, language = '') => `\`\`\`${language}\n${text}\n\`\`\``;
const json = (value: object) => block(JSON.stringify(value, null, 2), 'json');
const raw = (bytes: Uint8Array) => block(printed(rows(0, bytes, '')));

const requestMetadata = {
  requestId: REQUEST_ID,
  version: { major: 1, minor: 0 },
  issuerId: 'Sandbox_US_MDL',
};
const responseMetadata = { requestId: REQUEST_ID };

const encryptedData = (sealed: SealedExample, recipientKeyId: string) => ({
  encryptedData: {
    encryptedValue: base64(sealed.encryptedValue),
    encapsulatedKey: base64(sealed.encapsulatedKey),
    signature: base64(sealed.signature),
    recipientKeyId,
  },
});

/** The parts of an encrypted value, of which `contents` has the plaintext. */
const parts = (sealed: SealedExample, contents: string) => `Plaintext, ${sealed.plaintext.length} bytes:

${contents}

\`info\` of HPKE: \`${hex(Buffer.from(sealed.info))}\`, the text \`${sealed.info}\`. The ephemeral key has this scalar:

${raw(sealed.ephemeral.scalar)}

\`encapsulatedKey\`, \`enc\` of HPKE:

${raw(sealed.encapsulatedKey)}

\`encryptedValue\`, \`ct\` of HPKE, with the tag of 16 bytes at its end:

${raw(sealed.encryptedValue)}

\`signature\`:

${block(annotateCbor(sealed.signature))}`;

/** docs/reference/byte-examples.md. */
export async function bytesPage(): Promise<string> {
  const made = await exampleExchange();
  const { chain, code, credential, proof, authKey, mso, issuerKeyId } = made;
  const [leaf = new Uint8Array()] = chain;
  const description = parseCertificate(leaf).extensions.get(KEY_DESCRIPTION_OID)!.value;
  const binding = parseCertificate(authKey.plaintext).extensions.get(PROOF_OF_BINDING_OID)!.value;
  const deviceEncryptionKey = {
    publicKey: base64(KEYS['device encryption key'].point),
    signature: base64(made.deviceKeySignature),
    keyId: DEVICE_KEY_ID,
  };
  const keys = Object.entries(KEYS).map(([name, { scalar }]) => `| ${name} | \`${hex(scalar)}\` |`);
  return `# Byte examples

A whole exchange between a wallet and an issuer, byte by byte, for authors of wallets. [Write a wallet](../integrate/wallet.md)
explains the messages. \`npm run docs\` makes this page; a test verifies every signature, digest and encrypted value on it.

The clock stands at 2026-11-20T12:00:00Z. The credential has three elements. The scalar of each private key is the SHA-256 of
its name, so everybody knows it. Signatures use the nonce of RFC 6979, which makes them the same each time; an issuer accepts
any other nonce too.

| key | scalar |
|---|---|
${keys.join('\n')}

In annotated bytes each line has some bytes in hex and, behind \`#\`, what they mean. Lines are indented by their depth.
Joined without comments and blanks, the lines are the value. Byte strings that contain CBOR are opened.

## registerDevice

The nonce of getDeviceRegistrationNonce was \`${NONCE}\`.

${json({ requestMetadata, deviceReferenceId: IDS.deviceReferenceId, deviceIdentityCertificateChain: chain.map(base64) })}

The chain is leaf, attester, intermediate, root. The root is that of the sandbox. The leaf certifies the credential key:

${block(annotateDer(leaf, NAMES))}

Its key description alone is the extension 1.3.6.1.4.1.11129.2.1.17, ${description.length} bytes. The first OCTET STRING is the
challenge, the nonce above. [721] says that the key belongs to identity credential hardware.

The answer:

${json({ responseMetadata })}

## proofUser

The code \`${CODE}\`, encrypted to the key in the certificate of getHybridEncryptionKey:

${block(certificateToPem(made.certificates.encryption).trim())}

${json({
  requestMetadata,
  deviceReferenceId: IDS.deviceReferenceId,
  proofingId: IDS.proofingId,
  evidence: [{ preAuthorizationCode: encryptedData(code, issuerKeyId) }],
})}

${parts(code, raw(code.plaintext))}

The bytes in its ProofOfOwnership are SHA-256(plaintext ‖ recipient's point). The recipient's point is:

${raw(code.recipient.point)}

The answer:

${json({ responseMetadata, proofingId: IDS.proofingId })}

## provisionCredential

${json({ requestMetadata, ...IDS, deviceEncryptionKey })}

The signature of the device encryption key is a ProofOfOwnership with SHA-256(publicKey):

${block(annotateCbor(made.deviceKeySignature))}

The answer:

${json({ responseMetadata, credential: encryptedData(credential, DEVICE_KEY_ID), credentialVersionId: VERSION_ID })}

${parts(credential, block(annotateCbor(credential.plaintext)))}

The payload is SHA-256(plaintext ‖ device encryption key). The signature verifies with the key in this certificate, from
getIdentityKey:

${block(certificateToPem(made.certificates.identity).trim())}

## provisionMobileSecurityObjects

${json({
  requestMetadata,
  deviceReferenceId: IDS.deviceReferenceId,
  credentialId: IDS.credentialId,
  authKeys: [encryptedData(authKey, issuerKeyId)],
  proofOfProvisioning: encryptedData(proof, issuerKeyId),
  deviceEncryptionKey,
  credentialVersionId: VERSION_ID,
})}

### Proof of provisioning

${parts(proof, block(annotateCbor(proof.plaintext)))}

### Authentication key

The extension 1.3.6.1.4.1.11129.2.1.26 is in CBOR, with the SHA-256 of the payload of the proof of provisioning:

${block(annotateCbor(binding))}

${parts(authKey, block(annotateDer(authKey.plaintext, NAMES)))}

### Answer

${json({
  responseMetadata,
  mobileSecurityObjects: [
    { ...encryptedData(mso, DEVICE_KEY_ID), expirationTimeMillis: String(made.expires) },
  ],
})}

The plaintext is StaticAuthData. \`issuerAuth\` is a COSE_Sign1 by the document signer, whose certificate is in its header 33; the
payload is the mobile security object with its digests.

${parts(mso, block(annotateCbor(mso.plaintext)))}

### One item with its value

The wallet replaces null by the stored value and keeps the other bytes. This is the item of \`age_over_21\`:

${block(annotateCbor(made.itemBytes))}

The SHA-256 of all these bytes is its digest in the mobile security object:

${raw(made.itemDigest)}

The document signer is certified by this root (IACA):

${block(certificateToPem(made.certificates.iaca).trim())}
`;
}
