import { readFileSync, statSync } from 'node:fs';
import { GOOGLE_ATTESTATION_ROOTS, parseRevocationList } from '../../formats/android/attestation/index.ts';
import { certificatesFromPem, parseCertificate } from '../../formats/x509/index.ts';
import {
  type Check,
  daysOf,
  type Finding,
  failure,
  failuresOf,
  ok,
  type Subject,
  warning,
} from './finding.ts';

/** Days. The published list may be kept for one. */
const LIST_OLD = 2;
const LIST_TOO_OLD = 14;

const FETCH =
  'fetch the published list every day: curl -o FILE https://android.googleapis.com/attestation/status';

function revocation({ settings, now }: Subject): Finding {
  const { revocationList } = settings.issuer.attestation;
  if (revocationList === undefined) return warning('withdrawn attestation keys are believed', FETCH);
  const count = parseRevocationList(readFileSync(revocationList, 'utf8')).size;
  const age = daysOf(now - statSync(revocationList).mtimeMs);
  const text = `the revocation list has ${count} entries and is ${age} days old`;
  if (age <= LIST_OLD) return ok(text);
  return age <= LIST_TOO_OLD ? warning(text, FETCH) : failure(text, FETCH);
}

const ended = (pem: string, now: number): boolean =>
  certificatesFromPem(pem).some((der) => parseCertificate(der).notAfter < now);

function roots({ settings, now }: Subject): readonly Finding[] {
  const { roots: file } = settings.issuer.attestation;
  const own = file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]);
  const all = [...GOOGLE_ATTESTATION_ROOTS, ...own];
  const past = all.filter((pem) => ended(pem, now)).length;
  if (past === 0) return [ok(`${all.length} attestation roots are in their validity`)];
  const remedy = 'devices under others are not concerned; update this server or issuer.attestation.roots';
  return [warning(`${past} of ${all.length} attestation roots have ended`, remedy)];
}

/** What devices are believed by. */
export const attestation: Check = (subject) => {
  try {
    return [...roots(subject), revocation(subject)];
  } catch (error) {
    const remedy = 'correct issuer.attestation.roots and issuer.attestation.revocationList';
    return failuresOf(error, remedy);
  }
};
