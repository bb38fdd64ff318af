import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consentPage } from './consent.ts';
import { html } from './html.ts';
import { errorPage } from './messages.ts';
import { pageHeaders, printPage, sourceOf } from './page.ts';
import { signInPage } from './sign-in.ts';

const TAG = /<[^>]*>/g;

describe('a template', () => {
  it('escapes what is put into it, in text and in attributes', () => {
    const { html: printed } =
      html`<a title="${`"><script>&'`}">${'<b>'}</a>${html`<i>${1}</i>`}${[html`x`, html`y`]}`;
    expect(printed).toBe('<a title="&quot;&gt;&lt;script&gt;&amp;&#39;">&lt;b&gt;</a><i>1</i>xy');
  });

  it('has the same tags whatever is put into it', () => {
    const tags = (name: string) => printPage(errorPage(name, name, name)).match(TAG)?.length;
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => tags(text) === tags('x')));
  });
});

describe('a page', () => {
  const page = signInPage({
    action: '/oauth/interaction/x',
    csrf: 'token',
    clientName: 'Desk',
    email: '',
    leadsTo: ['https://app.example'],
  });

  it('allows its own style by its hash, and no script at all', () => {
    const style = /<style>([\s\S]*)<\/style>/.exec(printPage(page))?.[1] ?? '';
    const policy = pageHeaders(page)['content-security-policy'];
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self' https://app.example; frame-ancestors 'none'; base-uri 'none'`,
    );
  });

  it('has a language, a title and a label for each field', () => {
    const printed = printPage(page);
    expect(printed).toContain('<html lang="en">');
    expect(printed).toContain('<title>Sign in – Diptych</title>');
    for (const [, id] of printed.matchAll(/<input id="(\w+)"/g))
      expect(printed).toContain(`<label for="${id}">`);
  });

  it.each([
    ['https://app.example:8443/cb?x', ['https://app.example:8443']],
    ['http://127.0.0.1:9004/', ['http://127.0.0.1:9004']],
    ['com.example.app:/cb', ['com.example.app:']],
    ['nonsense', []],
  ])('lets a form lead to %s', (address, sources) => {
    expect(sourceOf(address)).toEqual(sources);
  });
});

describe('the consent page', () => {
  const page = {
    action: '/oauth/interaction/x',
    csrf: 'token',
    clientName: 'Desk',
    returnsTo: 'app.example',
    email: 'ada@example.com',
    publishers: [{ id: 'pub-1111111111111111', name: 'Acme' }],
    permissions: new Set(['readonly'] as const),
    identity: new Set(['openid'] as const),
    leadsTo: [],
  };

  it('says what is asked for and for whom, and nothing that is not', () => {
    const printed = printPage(consentPage(page));
    expect(printed).toContain('For this publisher account');
    expect(printed).toContain('See everything in the account');
    expect(printed).not.toContain('create and change');
    expect(printed).not.toContain('when you are away');
  });

  it('asks for no account when nothing is wanted of one', () => {
    const printed = printPage(consentPage({ ...page, permissions: new Set(), publishers: [] }));
    expect(printed).not.toContain('publisher account');
    expect(printed).toContain('Recognise you');
  });
});
