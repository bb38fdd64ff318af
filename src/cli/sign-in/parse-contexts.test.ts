import { describe, expect, it } from 'vitest';
import type { Contexts } from './contexts.ts';
import { ContextsProblem, parseContexts, printContexts } from './parse-contexts.ts';

const SIGN_IN = {
  accessToken: 'secret-1',
  expiresAt: 1_800_000_000_000,
  refreshToken: 'secret-2',
  tokenEndpoint: 'https://ads.example/oauth/token',
  revocationEndpoint: 'https://ads.example/oauth/revocation',
  clientId: 'c',
  clientSecret: 'secret-3',
  person: 'ada@example.com',
};

const ALL: Contexts = {
  current: 'production',
  contexts: {
    production: {
      admin: { url: 'https://admin.example:8081', signIn: { accessToken: 'a', expiresAt: 0, clientId: 'c' } },
      mediation: { url: 'https://ads.example', signIn: SIGN_IN },
    },
    staging: {
      admin: { url: 'http://127.0.0.1:8081' },
      tls: { clientCert: '/p.crt', clientKey: '/p.key', ca: '/ca.crt' },
    },
  },
};

const production = (change: object) =>
  JSON.stringify({ version: 1, contexts: { production: { mediation: { url: 'https://a', ...change } } } });
const signIn = (change: object) => production({ signIn: { ...SIGN_IN, ...change } });

describe('The file of contexts', () => {
  it('is read as it was written', () => {
    expect(parseContexts(printContexts(ALL))).toEqual(ALL);
  });

  it.each([
    ['nothing', '', 'it is not JSON'],
    ['half of it', printContexts(ALL).slice(0, 200), 'it is not JSON'],
    ['null', 'null', 'it is no object'],
    ['a list', '[]', 'it is no object'],
    ['a newer version', '{"version":2,"contexts":{}}', 'its version is not 1'],
    ['no contexts', '{"version":1}', 'contexts is no object'],
    ['a current context that is missing', '{"version":1,"current":"x","contexts":{}}', 'current names none'],
    ['a current context that is no text', '{"version":1,"current":7,"contexts":{}}', 'current names none'],
    [
      'a name of the prototype',
      '{"version":1,"contexts":{"__proto__":{"admin":{"url":"https://evil"}}}}',
      'contexts has a name',
    ],
    ['a name with an escape sequence', '{"version":1,"contexts":{"\\u001b[31m":{}}}', 'contexts has a name'],
    ['a context that is no object', '{"version":1,"contexts":{"a":7}}', 'contexts.a is no object'],
    ['an address that is no text', production({ url: 7 }), 'contexts.production.mediation.url is no address'],
    ['an address of a file', production({ url: 'file:///etc/passwd' }), 'url is no address'],
    ['an address with a password', production({ url: 'https://u:p@a' }), 'url is no address'],
    ['a token endpoint of a file', signIn({ tokenEndpoint: 'file:///x' }), 'tokenEndpoint is no address'],
    ['a token with a line break', signIn({ accessToken: 'secret\r\nx: y' }), 'accessToken is no text'],
    ['no token', signIn({ accessToken: undefined }), 'accessToken is no text'],
    ['a time that is no time', signIn({ expiresAt: 1e300 }), 'expiresAt is no time'],
    ['a user with an escape sequence', signIn({ person: '\u001b[2J' }), 'person is no text'],
  ])('is refused with %s; the message quotes no value', (_, text, problem) => {
    const read = () => parseContexts(text);
    expect(read).toThrow(ContextsProblem);
    expect(read).toThrow(problem);
    expect(read).not.toThrow(/secret|evil|passwd|\p{Cc}/u);
  });

  it('with names of methods of objects is read like any other', () => {
    const contexts = { constructor: { admin: { url: 'https://a' } } };
    expect(parseContexts(JSON.stringify({ version: 1, contexts }))).toEqual({ contexts });
  });
});
