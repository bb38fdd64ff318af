import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { attributeValue, certificatesFromPem, OID, parseCertificate } from '../../formats/x509/index.ts';
import { writeWhole } from '../write-whole.ts';

export type Compromise = AdminResponse<'compromiseKey'>;

const NAMES: Readonly<Record<string, string>> = {
  documentSigner: 'document signer (signs mobile documents)',
  statusSigner: 'status signer (signs status lists)',
  identity: 'identity key (signs answers to devices)',
  encryption: 'encryption key (devices encrypt to it)',
  iaca: 'root (IACA)',
};

/** What every notice tells of the key. No notice has personal data. */
function factsOf({ key, serialNumber, sinceTime, recordTime, successor, dates }: Compromise): string {
  const { issuerAttributes, subjectAttributes } = parseCertificate(
    certificatesFromPem(key.certificate)[0] as Uint8Array,
  );
  const lines = [
    ['Issuer', attributeValue(subjectAttributes, OID.organization) ?? '-'],
    ['Key', NAMES[key.role] ?? key.role],
    ['Certificate, serial number', serialNumber],
    ['Certificate, SHA-256', key.certificateSha256],
    ['Certified by', attributeValue(issuerAttributes, OID.commonName) ?? '-'],
    ['Compromised since, at the earliest', sinceTime],
    ['Not used by the issuer since', recordTime],
    ['Replaced by the certificate, SHA-256', successor?.certificateSha256 ?? 'not yet'],
    ...dates.map(({ time, text }) => [`In the worst case, ${text}`, time]),
  ];
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n');
}

const crlEntry = (
  compromise: Compromise,
) => `Request for an entry in the certificate revocation list of the root

Please add this entry and publish the list at its distribution point now.

userCertificate: ${compromise.serialNumber}
revocationDate: ${compromise.recordTime}
reasonCode: keyCompromise (1)
invalidityDate: ${compromise.sinceTime}

${factsOf(compromise)}
`;

const READERS: Readonly<Record<string, string>> = {
  documentSigner: 'Fetch the revocation list (CRL) of the root again, and refuse documents with this signer.',
  statusSigner: 'Drop the status lists that you hold, fetch them again, and refuse those of this signer.',
  iaca: 'Remove this root from your list of trusted roots, and fetch the lists of your providers again.',
};

const toReaders = ({ key, ...rest }: Compromise) => `To all who accept our mobile documents

A key of ours may be in the hands of others.
${READERS[key.role] ?? ''}

${factsOf({ key, ...rest })}
`;

const ASKED: Readonly<Record<string, string>> = {
  documentSigner:
    'Please make the phones with our credentials call provisionMobileSecurityObjects now, spread evenly over several days, so that they get documents of the new signer. The credentials and their versions stay the same.',
  identity: 'Please fetch our identity key again (getIdentityKey), and refuse the old one.',
  encryption:
    'Please fetch our encryption key again (getHybridEncryptionKey). We refuse what is encrypted to the old one.',
  iaca: 'Our documents will get a new root. We tell you when phones should fetch new documents.',
};

const toPlatform = (compromise: Compromise) => `To the wallet platform

A key of ours may be in the hands of others.
${ASKED[compromise.key.role] ?? ''}

${factsOf(compromise)}
`;

const toTrustLists = (compromise: Compromise) => `To the providers of trust lists (VICAL, AAMVA DTS)

${
  compromise.key.role === 'iaca'
    ? 'Please remove this root from your list now, and publish the list. We send you our new root.'
    : 'A key under our root may be in the hands of others. The root itself is not affected and stays valid; its revocation list names the certificate.'
}

${factsOf(compromise)}
`;

type Notice = readonly [name: string, text: (compromise: Compromise) => string];

const CRL_ENTRY: Notice = ['crl-entry.txt', crlEntry];
const PLATFORM: Notice = ['wallet-platform.txt', toPlatform];
const READERS_NOTICE: Notice = ['relying-parties.txt', toReaders];
const TRUST_LISTS: Notice = ['trust-lists.txt', toTrustLists];

const NOTICES: Readonly<Record<string, readonly Notice[]>> = {
  documentSigner: [CRL_ENTRY, PLATFORM, READERS_NOTICE, TRUST_LISTS],
  statusSigner: [CRL_ENTRY, READERS_NOTICE],
  identity: [PLATFORM],
  encryption: [PLATFORM],
  iaca: [TRUST_LISTS, READERS_NOTICE, PLATFORM],
};

/** Writes the notices for a key of this role; returns their paths. */
export function writeNotices(folder: string, compromise: Compromise): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return (NOTICES[compromise.key.role] ?? []).map(([name, text]) => {
    const path = join(folder, name);
    writeWhole(path, text(compromise));
    return path;
  });
}
