import type { AccountDeps } from '../../accounts/deps.ts';
import { newTokenId, OPERATOR } from '../../accounts/ids.ts';
import { isoTime } from '../../conventions/schema-parts.ts';
import { invalid, knownPublishers, scopesNamed } from '../account-refusals.ts';
import type { AdminOperation } from '../operation.ts';

type Needs = Pick<AccountDeps, 'publishers' | 'policy' | 'signer' | 'clock' | 'random'>;

const DEFAULT_TTL = 600;

export const issueToken: AdminOperation<'issueToken', Needs> = (deps) => {
  const { policy, signer, clock, random } = deps;
  return async ({ publishers: ids, scopes: texts, ttlSeconds = DEFAULT_TTL }) => {
    const longest = Math.floor(policy.maxTokenTtl / 1000);
    if (ttlSeconds > longest) throw invalid('ttlSeconds', `must be at most ${longest}`);
    const publishers = await knownPublishers(deps, 'publishers', ids);
    const scope = scopesNamed(policy.scopes, texts)
      .map((name) => policy.scopes[name])
      .join(' ');
    const iat = Math.floor(clock() / 1000);
    const exp = iat + ttlSeconds;
    const accessToken = await signer.sign({
      sub: OPERATOR,
      client_id: OPERATOR,
      scope,
      publishers,
      jti: newTokenId(random),
      iat,
      exp,
    });
    return { accessToken, tokenType: 'Bearer', scope, expireTime: isoTime(exp * 1000) };
  };
};
