import { DAY, HOUR, MINUTE } from '../../conventions/time.ts';
import { parseCertificate } from '../../formats/x509/index.ts';
import type { PublishedList } from '../../issuer/ports/status-lists.ts';
import { type StatusListFigures, statusListFigures } from '../../issuer/status/list-figures.ts';
import { PATIENCE, TOKEN_VALIDITY } from '../../issuer/status/publish-lists.ts';
import type { KeyRecord } from '../../keys/key-register.ts';
import { rootIdOf } from '../../keys/signer-certificate.ts';
import { rootInUse, signingStatusSigners } from '../../keys/status-signers.ts';
import { hasStatusLists } from '../keys/keys.ts';
import { type Check, type Finding, failure, ok, type Subject, warning } from './findings.ts';

/** After half of their validity, only as much time is left to repair the publication. */
const TOO_OLD = TOKEN_VALIDITY / 2;

const REMEDY = 'see docs/operate/status-lists.md, "When a list is late"';

const since = (age: number): string =>
  age < 2 * HOUR ? `${Math.floor(age / MINUTE)} minutes` : `${Math.floor(age / HOUR)} hours`;

const NEW_SIGNER =
  'diptych keys rotate statusSigner, or keys request and keys import with its --role, then keys rotate statusSigner --finish';

/** Whether the signer of the lists of a root is there, and until the last of them ends. */
function signer(
  root: string,
  records: readonly KeyRecord[],
  published: readonly PublishedList[],
): readonly Finding[] {
  const own = signingStatusSigners(records).find((record) => rootIdOf(records, record) === root);
  const text = `no key signs the status lists of the root ${root}`;
  const ends = published.filter((list) => list.root === root).map(({ periodEnd }) => periodEnd + DAY);
  if (!own) {
    if (ends.length > 0) return [failure(text, NEW_SIGNER)];
    const remedy = 'the next start makes it, if the key of the root is held here; else diptych keys request';
    return [warning(text, remedy)];
  }
  // Of active keys, doctor tells early enough that they expire.
  const isEarly = own.stage === 'grace' && parseCertificate(own.certificate).notAfter < Math.max(0, ...ends);
  const early = `the certificate of the status signer in grace ends before the last list of its root ${root}`;
  return isEarly
    ? [warning(early, 'get another one from that root: diptych keys request --role statusSigner')]
    : [];
}

/** Whether status lists can be published, and are. */
export function examineStatusLists(
  { settings, now }: Pick<Subject, 'settings' | 'now'>,
  records: readonly KeyRecord[],
  published: readonly PublishedList[],
): readonly Finding[] {
  const isOn = hasStatusLists(settings);
  const figures = statusListFigures(published);
  if (figures.length === 0 && !isOn) return [ok('status lists are off')];
  const roots = new Set([...figures.map(({ root }) => root), ...(isOn ? [rootInUse(records)] : [])]);
  const found = [...roots].flatMap((root) => signer(root, records, published));
  if (figures.length === 0) return found.length > 0 ? found : [ok('there are no status lists yet')];
  return [...found, ...figures.map((one) => publication(one, { settings, now }))];
}

/** How old the lists of a root are. */
function publication(
  { root, count, oldestAt }: StatusListFigures,
  { settings, now }: Pick<Subject, 'settings' | 'now'>,
): Finding {
  const age = now - oldestAt;
  const text = `the oldest publication of ${count} status lists of the root ${root} is ${since(age)} old`;
  if (age > TOO_OLD) return failure(`${text}; readers take it for 24 hours`, REMEDY);
  const isLate = age > settings.issuer.statusLists.publishMinutes * MINUTE + PATIENCE;
  return isLate ? warning(text, REMEDY) : ok(text);
}

/** The status lists in the database. */
export const statusLists: Check = async ({ settings, database, now }) => {
  // A database that no version since 1.0.0 made may lack the table; the check of the store reports that.
  const published = (await database?.statusLists.publishedLists(now).catch(() => [])) ?? [];
  return examineStatusLists({ settings, now }, (await database?.keys.list()) ?? [], published);
};
