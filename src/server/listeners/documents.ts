import { adminOpenApi } from '../../http/admin/openapi.ts';
import { issuerOpenApi } from '../../http/issuer/openapi.ts';
import { mediationOpenApi } from '../../http/mediation/index.ts';
import { endpointsOf } from '../../http/oauth/index.ts';
import { VERSION } from '../version.ts';
import type { Parts } from './parts.ts';

let admin: object | undefined;
/** The same for all servers of a process. */
export function adminDocument(): object {
  admin ??= adminOpenApi(VERSION);
  return admin;
}

export const issuerDocument = ({ settings }: Pick<Parts, 'settings'>) =>
  issuerOpenApi(VERSION, { fields: settings.issuer.fields });

/** Complete when the server listens. */
export function mediationDocument({ settings, context }: Pick<Parts, 'settings' | 'context'>): object {
  const { scopes, address } = context.accounts;
  const { served } = context.mediation.panel;
  const endpoints = settings.oauth.embedded ? endpointsOf(address.url()) : undefined;
  return mediationOpenApi({ version: VERSION, served, scopes, endpoints });
}
