import { newTokenId, OPERATOR } from '../../accounts/ids.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { invalid, knownPublishers, scopesNamed } from '../clients/publishers-and-scopes.ts';
import { TOKEN_METHODS } from '../contract/tokens/methods.ts';
import { accounts, operation } from '../operation/operation.ts';

const DEFAULT_TTL = 600;

export const issueToken = operation(TOKEN_METHODS.issueToken, {
  needs: accounts,
  async run(deps, { publishers: ids, scopes: texts, ttlSeconds = DEFAULT_TTL }, actor) {
    const { store, policy, signer, clock, random } = deps;
    const longest = Math.floor(policy.maxTokenTtl / 1000);
    if (ttlSeconds > longest) throw invalid('ttlSeconds', `must be at most ${longest}`);
    const publishers = await knownPublishers(deps, 'publishers', ids);
    const scope = scopesNamed(policy.scopes, texts)
      .map((name) => policy.scopes[name])
      .join(' ');
    const at = clock();
    const iat = Math.floor(at / 1000);
    const exp = iat + ttlSeconds;
    const tokenId = newTokenId(random);
    const accessToken = await signer.sign({
      sub: OPERATOR,
      client_id: OPERATOR,
      scope,
      publishers,
      jti: tokenId,
      iat,
      exp,
    });
    const expireTime = isoTime(exp * 1000);
    const line = { subject: 'token', subjectId: tokenId, event: 'issue' } as const;
    const details = { after: { publishers, scope, expireTime } };
    await store.write((writer) => writer.record({ ...line, actor, details, at }));
    return { accessToken, tokenType: 'Bearer', scope, expireTime };
  },
});
