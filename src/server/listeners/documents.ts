import { adminOpenApi } from '../../http/admin/openapi.ts';
import { issuerOpenApi } from '../../http/issuer/openapi.ts';
import { mediationOpenApi } from '../../http/mediation/index.ts';
import { endpointsOf } from '../../http/oauth/index.ts';
import type { Settings } from '../config/settings.ts';
import type { Mediation } from '../context/panels.ts';
import { VERSION } from '../version.ts';
import type { Parts } from './parts.ts';

const admin = new Map<string, object>();
/** The same for all servers of a process with these panels. */
export function adminDocument({ interfaces }: Settings): object {
  const key = interfaces.join();
  const document = admin.get(key) ?? adminOpenApi(VERSION, interfaces);
  admin.set(key, document);
  return document;
}

export const issuerDocument = ({ settings }: Pick<Parts, 'settings'>) =>
  issuerOpenApi(VERSION, { fields: settings.issuer.fields });

/** Complete when the server listens. */
export function mediationDocument(
  { settings, context }: Pick<Parts, 'settings' | 'context'>,
  mediation: Mediation,
): object {
  const { scopes, address } = context.accounts;
  const { served } = mediation.panel;
  const endpoints = settings.oauth.embedded ? endpointsOf(address.url()) : undefined;
  return mediationOpenApi({ version: VERSION, served, scopes, endpoints });
}
