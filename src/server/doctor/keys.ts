import { existsSync } from 'node:fs';
import { pointFromSpki } from '../../formats/ec/index.ts';
import { checkCertificateProfile, parseCertificate } from '../../formats/x509/index.ts';
import type { KeyCustody } from '../../keys/custody.ts';
import { keyExpiries } from '../../keys/expiry.ts';
import {
  isLive,
  isSignerRole,
  KEY_NAMES,
  type KeyRecord,
  type KeyRequest,
  type KeyRole,
  SIGNER_NAMES,
  type SignerRole,
} from '../../keys/key-register.ts';
import { codeKeyPath } from '../../keys/secrets.ts';
import { rootIdOf } from '../../keys/signer-certificate.ts';
import { openCustody, openToken } from '../keys/custody.ts';
import { placeProblems } from '../keys/keys.ts';
import {
  type Check,
  daysOf,
  type Finding,
  failure,
  failureOf,
  failuresOf,
  ok,
  type Subject,
  warning,
} from './findings.ts';
import { recordKeys } from './record-keys.ts';

const ROTATE =
  'diptych keys rotate, or keys import for a certificate from elsewhere; see docs/operate/keys.md';

const NEW_ROOT =
  'add a new root: diptych keys request, then keys import with --issuer; see docs/operate/status-lists.md';

const remedyOf = (role: KeyRole) => (role === 'iaca' ? NEW_ROOT : ROTATE);

function expiry(records: readonly KeyRecord[], now: number, rotateDays: number): readonly Finding[] {
  return keyExpiries(records, now, rotateDays).map(({ keyId, role, left, level, rotateIn = 0 }) => {
    const remedy = remedyOf(role);
    if (left < 0) return { ...failure(`the certificate of the ${KEY_NAMES[role]} has ended`, remedy), keyId };
    if (level !== 'error' && rotateIn < 0) {
      const text = `the ${KEY_NAMES[role]} has signed for more than ${rotateDays} days (keys.documentSigner.rotateDays)`;
      return warning(text, remedy);
    }
    const text = `the certificate of the ${KEY_NAMES[role]} ends in ${daysOf(left)} days`;
    if (level === 'fine') return { ...ok(text), keyId };
    return { ...(level === 'warn' ? warning(text, remedy) : failure(text, remedy)), keyId };
  });
}

/** A certificate that is not valid yet, which was made with a wrong clock. */
function early(records: readonly KeyRecord[], now: number): readonly Finding[] {
  return records
    .filter(({ stage, certificate }) => stage === 'active' && parseCertificate(certificate).notBefore > now)
    .map(({ role }) =>
      failure(`the certificate of the ${KEY_NAMES[role]} is not valid yet`, 'check the clock'),
    );
}

/** Deviations from the certificate profiles, with their clauses. */
function profiles(records: readonly KeyRecord[]): readonly Finding[] {
  return records
    .filter(({ stage }) => stage === 'active')
    .flatMap(({ role, certificate }) =>
      checkCertificateProfile(parseCertificate(certificate), role).map(({ clause, problem }) =>
        warning(`the certificate of the ${KEY_NAMES[role]}: ${problem} (${clause})`, remedyOf(role)),
      ),
    );
}

async function isHeld(custody: KeyCustody, { keyId, certificate }: KeyRecord): Promise<boolean> {
  const point = await custody.publicPoint(keyId).catch(() => undefined);
  return (
    point !== undefined && Buffer.compare(point, pointFromSpki(parseCertificate(certificate).spki)) === 0
  );
}

/**
 * Whether the key of a root is kept elsewhere. The id of a key that was made here is the serial number of its
 * certificate.
 */
function rootAway({ keyId, certificate }: KeyRecord): Finding {
  const isFromElsewhere = parseCertificate(certificate).serialHex !== keyId;
  if (isFromElsewhere) return ok(`the private key of the root ${keyId} is kept outside this server`);
  const remedy = 'fine while it is kept offline: bring it back to rotate the document signer';
  return warning(`the private key of the root ${keyId} is missing`, remedy);
}

const COMES_LATE = 'a key that is compromised could then not be stopped';

/**
 * A signer whose compromise would be refused: nothing can certify its successor here, and none waits that can sign now.
 * The successor of a status signer has the same root.
 */
function withoutSuccessor(
  records: readonly KeyRecord[],
  away: readonly KeyRecord[],
  now: number,
): readonly Finding[] {
  const isHere = (record: KeyRecord) => record.role === 'iaca' && isLive(record) && !away.includes(record);
  const signsAlone = (signer: KeyRecord): boolean => {
    const root = rootIdOf(records, signer);
    const isOfRoot = (one: KeyRecord) => signer.role === 'documentSigner' || rootIdOf(records, one) === root;
    const isReady = (one: KeyRecord) => {
      const { notBefore, notAfter } = parseCertificate(one.certificate);
      return (
        one.role === signer.role &&
        one.stage === 'next' &&
        isOfRoot(one) &&
        notBefore <= now &&
        now <= notAfter
      );
    };
    const certifies = (one: KeyRecord) =>
      isHere(one) && (signer.role === 'documentSigner' ? one.stage === 'active' : one.keyId === root);
    return !records.some((one) => isReady(one) || certifies(one));
  };
  return records
    .filter((record) => isSignerRole(record.role) && record.stage === 'active' && signsAlone(record))
    .map(({ role }) => {
      const text = `no ${SIGNER_NAMES[role as SignerRole]} waits, and the root is not held here: ${COMES_LATE}`;
      return warning(text, `let one wait: diptych keys request --role ${role}, then keys import`);
    });
}

/** After a restore, the folder alone does not say that a token has the keys. */
const MISSING = {
  files:
    'if a token has them, name the configuration that says so: --config; otherwise restore the key folder from its backup',
  pkcs11: 'restore the key folder or the token from its backup',
} as const;

/** Checks that the private keys of the register are in this custody. */
export async function heldKeys(
  { keys: { custody: kind } }: Subject['settings'],
  custody: KeyCustody,
  records: readonly KeyRecord[],
  now: number,
): Promise<readonly Finding[]> {
  const away: KeyRecord[] = [];
  for (const record of records) if (isLive(record) && !(await isHeld(custody, record))) away.push(record);
  const missing = away
    .filter(({ role }) => role !== 'iaca')
    .map(({ role }) => KEY_NAMES[role])
    .sort();
  const text = `private keys are missing or not those of their certificates: ${missing.join(', ')}`;
  return [
    missing.length === 0 ? ok(`every private key is held (${kind})`) : failure(text, MISSING[kind]),
    ...away.filter(({ role }) => role === 'iaca').map(rootAway),
    ...withoutSuccessor(records, away, now),
  ];
}

async function held({ settings, folder, now }: Subject, records: readonly KeyRecord[]) {
  const custody = await openCustody(settings, folder.keys);
  try {
    return await heldKeys(settings, custody, records, now);
  } finally {
    custody.close();
  }
}

/** If the key is missing, a new one would not match the digests of codes that were already issued. */
function codeKey(folder: string): readonly Finding[] {
  const path = codeKeyPath(folder);
  if (existsSync(path)) return [];
  const remedy = 'restore it from the backup before the next start, or issued codes are lost';
  return [failure(`the key of the digests of codes is missing (${path})`, remedy)];
}

/** An external root should certify a key within this number of days. */
const REQUEST_OLD = 30;

/** Keys that are waiting for their certificates. */
function waiting(requests: readonly KeyRequest[], now: number): readonly Finding[] {
  return requests
    .filter(({ discardedAt }) => discardedAt === undefined)
    .map(({ keyId, createdAt }) => {
      const days = daysOf(now - createdAt);
      const text = `the key ${keyId} has been waiting for its certificate for ${days} days`;
      const remedy = `diptych keys import, or diptych keys discard ${keyId} if it is not coming`;
      return days <= REQUEST_OLD ? ok(text) : warning(text, remedy);
    });
}

/** The keys in the register, without their private keys. */
export const registeredKeys = (
  { settings, folder, now }: Subject,
  records: readonly KeyRecord[],
  requests: readonly KeyRequest[],
): readonly Finding[] => [
  ...codeKey(folder.keys),
  ...placeProblems(settings, records).map(failureOf),
  ...early(records, now),
  ...profiles(records),
  ...expiry(records, now, settings.keys.documentSigner.rotateDays),
  ...waiting(requests, now),
];

/** Before the first start: the token is tried, because the first start makes keys in it. */
function firstCustody({ settings: { keys } }: Subject): Finding {
  if (keys.custody === 'files') return ok('there are no keys yet; the first start makes them');
  openToken(keys.pkcs11).close();
  return ok('the token can be used; there are no keys yet, and the first start makes them');
}

/** Every key of the register can be used, now and for some time. */
export const keys: Check = async (subject) => {
  const { database, folder } = subject;
  const records = (await database?.keys.list()) ?? [];
  if (records.length === 0) return [firstCustody(subject)];
  if (!existsSync(folder.keys))
    return [failure(`there is no key folder ${folder.keys}`, 'restore it from its backup')];
  const custody = await held(subject, records).catch((error: unknown) =>
    failuresOf(error, 'check keys.custody and keys.pkcs11'),
  );
  // A database that no version since 1.0.0 made may lack the table; the check of the store reports that.
  const requests = (await database?.keys.requests().catch(() => [])) ?? [];
  const ofRecords = await recordKeys(subject).catch(() => []);
  return [...custody, ...registeredKeys(subject, records, requests), ...ofRecords];
};
