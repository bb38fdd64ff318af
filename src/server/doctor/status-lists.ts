import { HOUR, MINUTE } from '../../conventions/time.ts';
import type { PublishedList } from '../../issuer/ports/status-lists.ts';
import { figuresOf } from '../../issuer/status/age.ts';
import { PATIENCE, TOKEN_VALIDITY } from '../../issuer/status/publish.ts';
import type { KeyRecord } from '../../keys/key-register.ts';
import { hasStatusLists } from '../keys.ts';
import { type Check, type Finding, failure, ok, type Subject, warning } from './finding.ts';

/** After half of their validity, only as much time is left to repair the publication. */
const TOO_OLD = TOKEN_VALIDITY / 2;

const REMEDY = 'see docs/operate/status-lists.md, "When a list is late"';

const since = (age: number): string =>
  age < 2 * HOUR ? `${Math.floor(age / MINUTE)} minutes` : `${Math.floor(age / HOUR)} hours`;

function signer(records: readonly KeyRecord[], lists: number): readonly Finding[] {
  if (records.some(({ role, stage }) => role === 'statusSigner' && stage === 'active')) return [];
  const text = 'no key signs status lists';
  return lists > 0
    ? [failure(text, 'diptych keys rotate statusSigner, then the same with --finish')]
    : [
        warning(
          text,
          'the next start makes it, if the key of the root is held here; else diptych keys request',
        ),
      ];
}

/** Whether status lists can be published, and are. */
export function examineStatusLists(
  { settings, now }: Pick<Subject, 'settings' | 'now'>,
  records: readonly KeyRecord[],
  published: readonly PublishedList[],
): readonly Finding[] {
  const figures = figuresOf(published);
  if (!figures && !hasStatusLists(settings)) return [ok('status lists are off')];
  const { count = 0, oldestAt = now } = figures ?? {};
  const found = signer(records, count);
  if (!figures) return found.length > 0 ? found : [ok('there are no status lists yet')];
  const age = now - oldestAt;
  const text = `the oldest publication of ${count} status lists is ${since(age)} old`;
  if (age > TOO_OLD) return [...found, failure(`${text}; readers take it for 24 hours`, REMEDY)];
  const isLate = age > settings.issuer.statusLists.publishMinutes * MINUTE + PATIENCE;
  return [...found, isLate ? warning(text, REMEDY) : ok(text)];
}

/** The status lists in the database. */
export const statusLists: Check = async ({ settings, database, now }) => {
  // The schema of an older version has no status lists.
  const published = (await database?.statusLists.publishedLists(now).catch(() => [])) ?? [];
  return examineStatusLists({ settings, now }, (await database?.keys.list()) ?? [], published);
};
