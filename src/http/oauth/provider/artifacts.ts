import { hash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { revokeGrant } from '../../../accounts/grants.ts';
import type { Artifact } from '../../../accounts/ports/entities.ts';
import type { AccountStore } from '../../../accounts/ports/store.ts';
import { addressSubject } from '../../../accounts/sign-in/attempt-limits.ts';
import { omit } from '../../../conventions/omit.ts';
import { currentAddress } from '../address.ts';

/**
 * Models whose id a client presents. The ids of other models are in signed cookies or known only to the
 * server.
 */
const PRESENTED = new Set(['AuthorizationCode', 'RefreshToken']);

/** Only the hash of a presented id is stored, so that a stolen database gives no access. */
function keptId(model: string, id: string): string {
  return PRESENTED.has(model) ? hash('sha256', id, 'base64url') : id;
}

/**
 * Limits for artifacts of each model that were created without a sign-in. Above a limit, the oldest are
 * deleted.
 */
const ANONYMOUS = { perSource: 100, inAll: 10_000 };

function artifactOf(
  model: string,
  id: string,
  payload: AdapterPayload,
  expiresAt: number,
  address: string | undefined,
): Artifact {
  const content = omit(payload, 'jti');
  const grantId = model === 'Grant' ? id : payload.grantId;
  // The browser may follow the redirect with the result of a sign-in much later.
  const userId = payload.result?.login?.accountId ?? payload.accountId ?? payload.session?.accountId;
  const isAnonymous = address !== undefined && userId === undefined && grantId === undefined;
  return {
    model,
    id: keptId(model, id),
    payload: content,
    ...(grantId === undefined ? {} : { grantId }),
    ...(userId === undefined ? {} : { userId }),
    ...(payload.uid === undefined ? {} : { uid: payload.uid }),
    ...(isAnonymous && { source: addressSubject(address) }),
    expiresAt,
  };
}

/** `id`: the presented id. The store may have only its hash. */
function payloadOf({ payload, consumedAt }: Artifact, id: string): AdapterPayload {
  const consumed = consumedAt === undefined ? {} : { consumed: Math.floor(consumedAt / 1000) };
  return { ...(payload as AdapterPayload), jti: id, ...consumed };
}

/** oidc-provider ends grants if the protocol requires it, and does not say which request caused it. */
const BY_PROTOCOL = { kind: 'protocol' } as const;

/** Stores the state of oidc-provider. */
export function artifactAdapter(store: AccountStore, model: string, now: () => number): Adapter {
  const dropSurplus = async (source: string) => {
    const surplus = await store.read((reader) => reader.surplusArtifacts({ model, source, ...ANONYMOUS }));
    if (surplus.length === 0) return;
    await store.write(async (writer) => {
      for (const id of surplus) await writer.deleteArtifact(model, id);
    });
  };

  return {
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn === undefined ? Number.MAX_SAFE_INTEGER : now() + expiresIn * 1000;
      const artifact = artifactOf(model, id, payload, expiresAt, currentAddress());
      await store.write((writer) => writer.saveArtifact(artifact));
      if (artifact.source !== undefined) await dropSurplus(artifact.source);
    },
    async find(id) {
      const artifact = await store.read((reader) => reader.artifact(model, keptId(model, id)));
      return artifact && payloadOf(artifact, id);
    },
    async findByUid(uid) {
      const artifact = await store.read((reader) => reader.artifactByUid(model, uid));
      return artifact && payloadOf(artifact, artifact.id);
    },
    // The device flow is not offered.
    async findByUserCode() {},
    // oidc-provider first reads and later consumes. Only one of several concurrent uses succeeds. Any other
    // use ends the grant (RFC 6749 4.1.2, RFC 9700 4.14.2), because a thief cannot be told from the owner.
    async consume(id) {
      const storedId = keptId(model, id);
      const isFirst = await store.write(async (writer) => {
        if (await writer.consumeArtifact(model, storedId, now())) return true;
        const grantId = (await writer.artifact(model, storedId))?.grantId;
        if (grantId !== undefined) {
          const cause = { actor: BY_PROTOCOL, reason: 'usedTwice', at: now() };
          await revokeGrant(writer, grantId, cause);
        }
        return false;
      });
      if (!isFirst) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await store.write((writer) =>
        model === 'Grant'
          ? revokeGrant(writer, id, { actor: BY_PROTOCOL, at: now() })
          : writer.deleteArtifact(model, keptId(model, id)),
      );
    },
    async revokeByGrantId(grantId) {
      await store.write((writer) => revokeGrant(writer, grantId, { actor: BY_PROTOCOL, at: now() }));
    },
  };
}
