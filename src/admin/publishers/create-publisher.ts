import { ConflictError, retryOnConflict } from '../../conventions/errors.ts';
import { invalidArguments, StatusError } from '../../conventions/index.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { isTimeZone } from '../../conventions/time-zone.ts';
import { changeEntry } from '../../mediation/audit.ts';
import { accountName, newId } from '../../mediation/names.ts';
import type { Publisher } from '../../mediation/ports/entities.ts';
import { PUBLISHER_METHODS, type PublisherView } from '../contract/publishers/methods.ts';
import { mediation, operation } from '../operation/operation.ts';

export function publisherView(publisher: Publisher): PublisherView {
  const { publisherId, displayName, currencyCode, reportingTimeZone, createdAt } = publisher;
  return { id: publisherId, displayName, currencyCode, reportingTimeZone, createTime: isoTime(createdAt) };
}

function checkTimeZone(timeZone: string): void {
  if (isTimeZone(timeZone)) return;
  const description = `'reportingTimeZone' is not a time zone of the IANA database such as Europe/Berlin.`;
  throw invalidArguments('INVALID_PUBLISHER', [{ field: 'reportingTimeZone', description }]);
}

const taken = () => new StatusError('PUBLISHER_EXISTS', 'A publisher with this id exists already.');

export const createPublisher = operation(PUBLISHER_METHODS.createPublisher, {
  needs: mediation,
  async run(
    { store, clock, random },
    { id, displayName, currencyCode = 'USD', reportingTimeZone = 'UTC' },
    actor,
  ) {
    checkTimeZone(reportingTimeZone);
    const insert = async () => {
      const at = clock();
      const publisherId = id ?? `pub-${newId(random, 'publisher')}`;
      const publisher: Publisher = {
        publisherId,
        displayName,
        currencyCode,
        reportingTimeZone,
        createdAt: at,
      };
      const after = publisherView(publisher);
      const resource = accountName(publisherId);
      const facts = { actor, publisherId, method: 'createPublisher', at };
      await store.write(async (writer) => {
        await writer.insertPublisher(publisher);
        await writer.record(changeEntry({ resource, after }, facts));
      });
      return after;
    };
    if (id === undefined) return retryOnConflict(insert);
    try {
      return await insert();
    } catch (error) {
      throw error instanceof ConflictError ? taken() : error;
    }
  },
});
