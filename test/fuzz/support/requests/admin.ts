import fc from 'fast-check';
import { METHODS } from '../../../../src/admin/contract/index.ts';
import type { AdminMethod } from '../../../../src/admin/contract/method.ts';
import { mutated, mutations } from '../mutations.ts';
import { type FuzzRequest, JSON_BODY } from '../request.ts';
import { type Schema, skeleton } from '../skeleton.ts';
import type { Stage } from '../stage.ts';

/** Methods that would delete data that other requests need. */
const LEFT_OUT = new Set([
  'rotateOAuthKeys',
  'rotateKey',
  'eraseHolder',
  'revokeHolder',
  'deleteUser',
  'disableUser',
]);

export const ADMIN_METHODS = Object.entries(METHODS as Readonly<Record<string, AdminMethod>>).filter(
  ([name]) => !LEFT_OUT.has(name),
);

const PLACEHOLDER = /\{(\w+)\}/g;

/** An existing id for the path of a method, or `x` if none is known. */
function idFor(path: string, member: string, { known }: Stage): string {
  const [, collection = ''] = /^\/admin\/v1\/(\w+)/.exec(path) ?? [];
  const ids: Readonly<Record<string, string | undefined>> = {
    holders: known.holderId,
    codes: known.codeId,
    proofings: known.proofingId,
    credentials: known.credentialId,
    devices: known.deviceReferenceId,
    publishers: known.publisher,
    users: known.user,
    oauthClients: known.client,
  };
  return ids[collection] ?? known[member] ?? 'x';
}

/** A valid request of a method; `id` replaces the ids in its path. */
export function adminRequest(
  stage: Stage,
  [name, method]: (typeof ADMIN_METHODS)[number],
  id?: string,
): FuzzRequest & { readonly members: object } {
  const [verb, template] = method.http;
  const members = skeleton(method.request as Schema, stage.known) as Record<string, unknown>;
  const path = template.replace(PLACEHOLDER, (_, member: string) => {
    delete members[member];
    return encodeURIComponent(id ?? idFor(template, member, stage));
  });
  return { listener: 'admin', name, method: verb, path, members };
}

export function adminRequests(stage: Stage): fc.Arbitrary<FuzzRequest> {
  const id = fc.option(fc.string({ unit: 'grapheme', maxLength: 300 }), { nil: undefined, freq: 4 });
  return fc.tuple(fc.constantFrom(...ADMIN_METHODS), mutations, id).map(([method, changes, other]) => {
    const { members, ...request } = adminRequest(stage, method, other?.toWellFormed());
    if (request.method === 'GET') return request;
    return { ...request, headers: [JSON_BODY], body: mutated(members, changes) };
  });
}
