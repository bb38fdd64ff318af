import { describe, expect, it } from 'vitest';
import { isRedirectAllowed, redirectUriProblem } from './redirect-uri.ts';

describe('The redirect URI of an OAuth client', () => {
  it.each([
    ['web', 'https://app.example/cb?x=1'],
    ['web', 'http://localhost:3000/cb'],
    ['web', 'https://app.example:443/a%20b;c=(d)/~e'],
    ['installed', 'http://127.0.0.1'],
    ['installed', 'http://[::1]/cb'],
    ['installed', 'https://app.example/claimed'],
    ['installed', 'com.example.app:/cb'],
  ] as const)('a client of kind %s may register the redirect URI %s', (kind, uri) => {
    expect(redirectUriProblem(kind, uri)).toBeUndefined();
  });

  it.each([
    ['web', 'http://app.example/cb'],
    ['web', 'com.example.app:/cb'],
    ['web', 'https://app.example/#'],
    ['web', 'https://*.example/'],
    ['web', 'https://user@app.example/'],
    ['web', 'https:\\\\app.example'],
    ['web', '/cb'],
    ['web', 'HTTPS://app.example/'],
    ['web', 'https://App.example/'],
    ['web', 'https:app.example/'],
    ['web', 'https:///app.example/'],
    ['web', 'https://app.example:/'],
    ['web', 'https://@app.example/'],
    ['web', 'https://app.example/\u0001'],
    ['web', 'https://app.example/"><b>'],
    ['web', 'https://b\u00fccher.example/'],
    ['web', `https://app.example/${'x'.repeat(2000)}`],
    ['installed', 'http://app.example/'],
    ['installed', 'http://127.0.0.2/'],
    ['installed', 'http://127.1/'],
    ['installed', 'app:/cb'],
    ['installed', 'javascript:alert(1)'],
    ['installed', 'data:text/html,x'],
    ['machine', 'https://app.example/'],
  ] as const)('a client of kind %s may not register the redirect URI %s', (kind, uri) => {
    expect(redirectUriProblem(kind, uri)).toBeTypeOf('string');
  });

  const installed = {
    kind: 'installed',
    redirectUris: ['http://127.0.0.1', 'http://localhost/cb?a=1'],
  } as const;

  it.each([
    'http://127.0.0.1',
    'http://127.0.0.1/',
    'http://127.0.0.1:49152',
    'http://127.0.0.1:80/',
    'http://localhost:1/cb?a=1',
  ])('an installed client may use the redirect URI on any port (RFC 8252 7.3): %s', (uri) => {
    expect(isRedirectAllowed(installed, uri)).toBe(true);
  });

  it.each([
    'http://127.0.0.1:1/cb',
    'http://localhost:1/cb',
    'http://localhost:1/cb?a=2',
    'http://localhost:1/cb?a=1#x',
    'http://localhost',
    'https://127.0.0.1',
    'http://127.0.0.1:1@evil.example/',
    'http://x@127.0.0.1:1/',
    'http://:@127.0.0.1:1/',
    'HTTP://127.0.0.1:1/',
    'http://LOCALHOST:1/cb?a=1',
    'http:127.0.0.1',
    'http:\\\\127.0.0.1:1/',
    'http://127.1:1/',
    'http://2130706433:1/',
    'http://127.0.0.1:1#',
    'http://127.0.0.1:1/?',
    'http://127.0.0.1:1/x/..',
    'http://127.0.0.1:1/\n',
    ' http://127.0.0.1:1/',
    'http://127.0.0.1:/',
    'http://127.1.evil.example',
    'not an address',
    '',
  ])('an installed client may not use the redirect URI: %s', (uri) => {
    expect(isRedirectAllowed(installed, uri)).toBe(false);
  });

  it('the redirect URI of a web client must match the registered port', () => {
    const web = { kind: 'web', redirectUris: ['http://127.0.0.1:3000/'] } as const;
    expect(isRedirectAllowed(web, 'http://127.0.0.1:3000/')).toBe(true);
    expect(isRedirectAllowed(web, 'http://127.0.0.1:3001/')).toBe(false);
    expect(isRedirectAllowed(web, 'http://127.0.0.1:3000')).toBe(false);
  });
});
