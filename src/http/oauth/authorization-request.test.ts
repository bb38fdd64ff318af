import { describe, expect, it } from 'vitest';
import { adjustedQuery } from './authorization-request.ts';

const adjusted = (query: string) => Object.fromEntries(new URLSearchParams(adjustedQuery(query)));

describe('An authorization request of an existing client', () => {
  it.each([
    ['scope=a+offline_access', { scope: 'a offline_access', access_type: 'offline_access' }],
    ['scope=a&access_type=offline', { scope: 'a', access_type: 'offline' }],
    ['scope=a&approval_prompt=force', { scope: 'a', approval_prompt: 'force', prompt: 'consent' }],
    ['scope=a&approval_prompt=auto', { scope: 'a', approval_prompt: 'auto' }],
    ['scope=a&approval_prompt=force&prompt=none', { scope: 'a', approval_prompt: 'force', prompt: 'none' }],
    ['scope=a&prompt=select_account', { scope: 'a', prompt: 'login' }],
    ['scope=a&prompt=select_account+consent', { scope: 'a', prompt: 'login consent' }],
    ['scope=a&prompt=', { scope: 'a' }],
    ['scope=a&nonce=n&max_age=1&id_token_hint=x', { scope: 'a' }],
    ['scope=openid&nonce=n', { scope: 'openid', nonce: 'n' }],
  ])('the authorization request is adapted: %s', (query, expected) => {
    expect(adjusted(query)).toEqual(expected);
  });

  it('a request with a repeated parameter is kept unchanged', () => {
    expect(adjustedQuery('scope=a&scope=b&prompt=select_account')).toBe(
      'scope=a&scope=b&prompt=select_account',
    );
  });
});
