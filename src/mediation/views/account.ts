import type { PublisherAccount } from '../contract/index.ts';
import { accountName } from '../names.ts';
import type { Publisher } from '../ports/entities.ts';

export function accountView({ publisherId, reportingTimeZone, currencyCode }: Publisher): PublisherAccount {
  return { name: accountName(publisherId), publisherId, reportingTimeZone, currencyCode };
}
