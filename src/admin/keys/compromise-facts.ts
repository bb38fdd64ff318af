import { isoTime } from '../../conventions/json-schema.ts';
import { DAY, HOUR, MINUTE } from '../../conventions/time.ts';
import { startOfDay } from '../../issuer/mso/validity.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import type { Compromise, Measurement } from '../../issuer/ports/compromises.ts';
import { TOKEN_VALIDITY } from '../../issuer/status/publish-lists.ts';
import type { KeyRole } from '../../keys/key-register.ts';
import type { CompromiseDate, MsoProgress } from '../contract/keys/methods.ts';

interface Facts {
  readonly role: KeyRole;
  readonly notAfter: number;
  readonly compromise: Compromise;
  readonly policy: IssuerPolicy;
  /** When the last MSO whose bytes are stored ends, in milliseconds; 0 without any. */
  readonly lastStoredEnd: number;
}

/** Processes that have not seen the compromise yet sign so much longer, until the private key is destroyed. */
const SIGNS_ON = MINUTE;

/**
 * A bound for the ends of all MSOs that this server signed with the key. It needs no count: the stored ends hold whatever the
 * policy was when they were signed, and those of the policy hold for what an older database, after a restore, does not know.
 */
function lastMsoEnd({ policy: { documents }, compromise, lastStoredEnd, notAfter }: Facts): number {
  const days = [documents.standard, ...documents.byType.values()].map((one) => one.msoValidityDays);
  const byPolicy = startOfDay(compromise.recordedAt + SIGNS_ON) + Math.max(...days) * DAY;
  return Math.min(Math.max(byPolicy, lastStoredEnd), startOfDay(notAfter));
}

const FORGED: Readonly<Record<KeyRole, string>> = {
  documentSigner:
    'the last forged document ends, for readers that do not check the revocation list (CRL) of the root',
  statusSigner:
    'the last forged status list ends, for readers that do not check the revocation list (CRL) of the root',
  identity: 'the certificate ends; devices that know the key may accept forged answers until then',
  encryption: 'the certificate ends; what was sent to the key can be read for ever',
  iaca: 'the last forged document ends, for readers that do not update their list of roots',
};

/** The worst cases: until when readers may accept what the key signed. */
export function datesOf(facts: Facts): readonly CompromiseDate[] {
  const { role, notAfter, compromise } = facts;
  const forged = { event: 'lastForged', time: isoTime(notAfter), text: FORGED[role] } as const;
  const honest = (time: number, text: string) =>
    ({ event: 'lastHonest', time: isoTime(time), text }) satisfies CompromiseDate;
  if (role === 'documentSigner') {
    const text = 'the last document that this server signed with the key ends, at the latest';
    return [honest(lastMsoEnd(facts), text), forged];
  }
  if (role !== 'statusSigner') return [forged];
  const text = 'the last status list that this server signed with the key ends';
  return [honest(Math.min(compromise.recordedAt + SIGNS_ON + TOKEN_VALIDITY, notAfter), text), forged];
}

const CRL =
  'Have the root sign a revocation list (CRL) that names this certificate, and publish it: crl-entry.txt.';
const TELL_READERS = 'Tell the relying parties: relying-parties.txt.';
const NEXT = (role: string) =>
  `Let a key wait for the next time: diptych keys rotate ${role}, or diptych keys request with a root of your own.`;

/** What people must do, because the server cannot. */
export const STEPS: Readonly<Record<KeyRole, readonly string[]>> = {
  documentSigner: [
    'Ask the wallet platform to make phones fetch new MSOs now, spread over days: wallet-platform.txt. Without it they come at their next refresh.',
    `${CRL} Readers that check it then also refuse the documents that are not replaced yet.`,
    TELL_READERS,
    'Tell the providers of trust lists that the root stays valid: trust-lists.txt.',
    NEXT('documentSigner'),
  ],
  statusSigner: [CRL, TELL_READERS, 'Let a CDN drop the lists that it holds.', NEXT('statusSigner')],
  identity: [
    'Ask the wallet platform to fetch the identity key again: wallet-platform.txt. Until then devices refuse what is sent to them.',
    NEXT('identity'),
  ],
  encryption: [
    'Ask the wallet platform to fetch the encryption key again: wallet-platform.txt. What devices encrypted to the old key is refused.',
    'Requests since then may have been read: ask your data protection officer whether holders must be told.',
  ],
  iaca: [
    'Ask each provider of a trust list to remove the root now: trust-lists.txt.',
    TELL_READERS,
    'Make a new root outside of this server, and certify new signers under it: diptych keys request, then diptych keys import with --issuer.',
    'Then record each signer under the old root as compromised too: diptych keys compromise.',
    'Send the new root to the trust lists: diptych keys export-iaca.',
  ],
};

/** MSOs replaced in an hour between two counts. */
const replaced = (first: Measurement, last: Measurement): number | undefined =>
  last.at > first.at ? ((first.left - last.left) * HOUR) / (last.at - first.at) : undefined;

/** The counts, the rate since the first one, and when none would be left at this rate. */
export function progressOf({ progress, dueAt }: Compromise): MsoProgress | undefined {
  const { first, last } = progress;
  if (!first || !last) return dueAt === undefined ? undefined : { isCounting: true };
  const perHour = replaced(first, last);
  const atRate = perHour && perHour > 0 ? last.at + (last.left / perHour) * HOUR : Number.POSITIVE_INFINITY;
  return {
    isCounting: progress.counting !== undefined,
    countTime: isoTime(last.at),
    msos: last.msos,
    left: last.left,
    credentials: last.credentials,
    share: last.msos === 0 ? 0 : last.left / last.msos,
    ...(perHour !== undefined && { perHour: Math.round(perHour) }),
    ...(last.left > 0 && { forecastTime: isoTime(Math.min(atRate, last.lastEnd)) }),
  };
}
