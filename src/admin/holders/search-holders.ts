import { invalidArgument } from '../../conventions/refusal.ts';
import { queryText } from '../../issuer/record/search-texts.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import type { AdminRequest } from '../contract/index.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderView } from './holder.ts';

/** Maximum number of holders in an answer, few enough for a person to read. */
const MOST_HITS = 20;

function queryOf({ documentNumber, familyName, givenName, birthDate }: AdminRequest<'searchHolders'>) {
  const given = givenName === undefined ? {} : { givenName };
  if (documentNumber === undefined && familyName !== undefined && birthDate !== undefined)
    return { familyName, birthDate, ...given };
  if (documentNumber !== undefined && (familyName ?? givenName ?? birthDate) === undefined)
    return { documentNumber };
  throw invalidArgument('REQUEST_INVALID', 'name documentNumber alone, or familyName with birthDate');
}

/**
 * The audit log records who searched, by what kind of text, and the number of results. The text itself is not
 * stored.
 */
export const searchHolders = operation(HOLDER_METHODS.searchHolders, {
  needs: issuer,
  async run({ store, clock, holderDigest }, request, actor) {
    const query = queryOf(request);
    const digest = holderDigest(queryText(query));
    return store.write(async (writer) => {
      const holders = await writer.holdersByDigest(digest, MOST_HITS);
      const isComplete = (await writer.unindexedHolders(1)).length === 0;
      const subjectId = 'documentNumber' in query ? 'documentNumber' : 'nameAndBirthDate';
      const details = { after: { hits: holders.length } };
      await writer.record({ subject: 'holderSearch', subjectId, event: 'run', details, actor, at: clock() });
      return { holders: holders.map(holderView), isComplete };
    });
  },
});
