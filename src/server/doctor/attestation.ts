import { readFileSync } from 'node:fs';
import { DAY } from '../../conventions/time.ts';
import { GOOGLE_ATTESTATION_ROOTS } from '../../formats/android/attestation/index.ts';
import { certificatesFromPem, parseCertificate } from '../../formats/x509/index.ts';
import { greatestAge, isTooOld, readRevocation } from '../files/revocation-list.ts';
import {
  type Check,
  daysOf,
  type Finding,
  failure,
  failuresOf,
  ok,
  type Subject,
  warning,
} from './findings.ts';

/** Days until a warning if no maximum age is set. The published list may be cached for one day. */
const LIST_OLD = 2;
const LIST_TOO_OLD = 14;

const FETCH =
  'fetch the published list every few hours from https://android.googleapis.com/attestation/status, and move it over the file of issuer.attestation.revocationList; see docs/operate/production.md';

function revocation({ settings, now }: Subject): Finding {
  const { revocationList } = settings.issuer.attestation;
  if (revocationList === undefined) return warning('withdrawn attestation keys are accepted', FETCH);
  const { list, writtenAt = 0 } = readRevocation(settings);
  const age = now - writtenAt;
  const text = `the revocation list has ${list?.size ?? 0} entries and is ${daysOf(age)} days old`;
  if (isTooOld(settings, { writtenAt }, now)) return failure(`${text}: no device is registered`, FETCH);
  const limit = greatestAge(settings);
  if (age <= (limit === undefined ? LIST_OLD * DAY : limit / 2)) return ok(text);
  return limit !== undefined || daysOf(age) <= LIST_TOO_OLD ? warning(text, FETCH) : failure(text, FETCH);
}

const ended = (pem: string, now: number): boolean =>
  certificatesFromPem(pem).some((der) => parseCertificate(der).notAfter < now);

function roots({ settings, now }: Subject): readonly Finding[] {
  const { roots: file } = settings.issuer.attestation;
  const own = file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]);
  const all = [...GOOGLE_ATTESTATION_ROOTS, ...own];
  const past = all.filter((pem) => ended(pem, now)).length;
  if (past === 0) return [ok(`${all.length} attestation roots are valid now`)];
  const remedy = 'devices with other roots still work; update this server or issuer.attestation.roots';
  return [warning(`${past} of ${all.length} attestation roots have expired`, remedy)];
}

/** The attestation roots and the revocation list. */
export const attestation: Check = (subject) => {
  try {
    return [...roots(subject), revocation(subject)];
  } catch (error) {
    const remedy = 'correct issuer.attestation.roots and issuer.attestation.revocationList';
    return failuresOf(error, remedy);
  }
};
