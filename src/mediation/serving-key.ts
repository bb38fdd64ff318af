import type { ServingKey as ServingKeyView } from './contract/index.ts';
import { isTenDigits, servingKeyName } from './names.ts';
import type { App, ServingKey } from './ports/entities.ts';
import type { MediationReader } from './ports/store.ts';
import { notFound } from './refusals.ts';
import type { Request } from './request.ts';

export function servingKeyView(servingKey: ServingKey): ServingKeyView {
  const { publisherId, appFragment, key, displayName, createdAt, revokedAt } = servingKey;
  return {
    name: servingKeyName(publisherId, appFragment, key),
    key,
    ...(displayName !== undefined && { displayName }),
    createTime: new Date(createdAt).toISOString(),
    ...(revokedAt !== undefined && { revokeTime: new Date(revokedAt).toISOString() }),
  };
}

type Place = Pick<Request<'accounts.apps.servingKeys.list'>, 'publisherId' | 'appFragment'>;

/** The app in the path. @throws StatusError NOT_FOUND */
export async function appOf(reader: MediationReader, { publisherId, appFragment }: Place): Promise<App> {
  const [app] = isTenDigits(appFragment) ? await reader.apps(publisherId, [appFragment]) : [];
  if (!app) throw notFound();
  return app;
}
