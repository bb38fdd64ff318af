import { send } from './client.ts';
import type { Session } from './session.ts';

export interface Organisation {
  readonly id: string;
  readonly name: string;
}

/** By whose providers people can sign in to this console. */
export const getOrganisations = async (): Promise<readonly Organisation[]> =>
  (await send<{ organisations: readonly Organisation[] }>('GET', '/organisations')).body.organisations;

/** Where the provider asks the person who they are. */
export const startByOrganisation = async (organisation: string): Promise<string> =>
  (await send<{ address: string }>('POST', '/session:startByOrganisation', { organisation })).body.address;

/** A session, or where the provider asks for a stronger proof. */
export const finishByOrganisation = async (query: string): Promise<Session | { readonly address: string }> =>
  (await send<Session | { address: string }>('POST', '/session:finishByOrganisation', { query })).body;
