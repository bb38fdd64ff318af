import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consentPage } from './consent.ts';
import { html } from './html.ts';
import { errorPage } from './messages.ts';
import { pageHeaders, printPage, STYLE, sourceOf } from './page.ts';
import { signInPage } from './sign-in.ts';

const TEXTS = [
  ['ink', 'card'],
  ['ink', 'page'],
  ['soft', 'card'],
  ['main', 'card'],
  ['on', 'main'],
  ['warn', 'warn-bg'],
] as const;
const EDGES = [
  ['edge', 'card'],
  ['edge', 'page'],
  ['main', 'card'],
  ['warn', 'card'],
] as const;

function coloursIn(list: string) {
  const values = new Map(list.split(';').map((one) => one.split(':') as [string, string]));
  return (name: string): string => (values.get(`--${name}`) ?? '').replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const TAG = /<[^>]*>/g;

describe('Templates of HTML pages', () => {
  it('a template escapes values in text and in attributes', () => {
    const { html: printed } =
      html`<a title="${`"><script>&'`}">${'<b>'}</a>${html`<i>${1}</i>`}${[html`x`, html`y`]}`;
    expect(printed).toBe('<a title="&quot;&gt;&lt;script&gt;&amp;&#39;">&lt;b&gt;</a><i>1</i>xy');
  });

  it('a template has the same tags whatever values it is given', () => {
    const tags = (name: string) => printPage(errorPage(name, name, name)).match(TAG)?.length;
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => tags(text) === tags('x')));
  });
});

describe('Pages of the authorization server', () => {
  const page = signInPage({
    action: '/oauth/interaction/x',
    csrf: 'token',
    clientName: 'Desk',
    email: '',
    leadsTo: ['https://app.example'],
    organisations: [],
  });

  it('a page allows its own style by its hash, and no script at all', () => {
    const style = /<style>([\s\S]*)<\/style>/.exec(printPage(page))?.[1] ?? '';
    const policy = pageHeaders(page)['content-security-policy'];
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self' https://app.example; frame-ancestors 'none'; base-uri 'none'`,
    );
  });

  it('a page has a language, a title and a label for each field', () => {
    const printed = printPage(page);
    expect(printed).toContain('<html lang="en">');
    expect(printed).toContain('<title>Sign in – Diptych</title>');
    const ids = [...printed.matchAll(/<input id="(\w+)"/g)].map(([, id]) => id);
    expect(ids).not.toEqual([]);
    for (const id of ids) expect(printed).toContain(`<label for="${id}">`);
  });

  it('a page marks its fields for browsers and password managers', () => {
    const printed = printPage(page);
    expect(printed).toMatch(/<input id="email"[^>]* autocomplete="username" autocapitalize="none"/);
    expect(printed).toMatch(/<input id="password"[^>]* type="password" autocomplete="current-password"/);
    // In a field of type email, browsers refuse non-ASCII letters, which an address may have (RFC 6531).
    expect(printed).not.toContain('type="email"');
  });

  it('a page has colours with enough contrast, in light and dark mode (WCAG 2.2, 1.4.3 and 1.4.11)', () => {
    const schemes = [...STYLE.matchAll(/:root\{[^}]*?(--page[^}]*)\}/g)].map(([, list = '']) =>
      coloursIn(list),
    );
    expect(schemes).toHaveLength(2);
    for (const colour of schemes) {
      for (const [text, ground] of TEXTS) expect(contrast(colour(text), colour(ground))).toBeGreaterThan(4.5);
      for (const [edge, ground] of EDGES) expect(contrast(colour(edge), colour(ground))).toBeGreaterThan(3);
    }
  });

  it.each([
    ['https://app.example:8443/cb?x', ['https://app.example:8443']],
    ['http://127.0.0.1:9004/', ['http://127.0.0.1:9004']],
    ['com.example.app:/cb', ['com.example.app:']],
    ['http://[::1]:9004/', ['http:']],
    ['nonsense', []],
  ])('a page lets a form lead to %s', (address, sources) => {
    expect(sourceOf(address)).toEqual(sources);
  });
});

describe('The consent page', () => {
  const page = {
    action: '/oauth/interaction/x',
    csrf: 'token',
    clientName: 'Desk',
    returnsTo: 'app.example',
    email: 'ada@example.com',
    publishers: [{ id: 'pub-1111111111111111', name: 'Acme', isChosen: true }],
    permissions: new Set(['readonly'] as const),
    identity: new Set(['openid'] as const),
    leadsTo: [],
  };

  it('the consent page names the requested access and the accounts, and nothing else', () => {
    const printed = printPage(consentPage(page));
    expect(printed).toContain('For this publisher account');
    expect(printed).toContain('See all data of the account');
    expect(printed).not.toContain('create and change');
    expect(printed).not.toContain('while you are away');
  });

  it('the consent page shows a problem in its title and at the accounts, and keeps the choice', () => {
    const publishers = page.publishers.map((one) => ({ ...one, isChosen: false }));
    const printed = printPage(consentPage({ ...page, publishers, problem: 'Choose one.' }));
    expect(printed).toContain('<title>Error: Allow Desk?');
    expect(printed).toMatch(/<\/legend>\s*<p class="alert" id="problem" role="alert">Choose one\.<\/p>/);
    expect(printed).toMatch(/<input type="checkbox"[^>]* aria-describedby="problem" autofocus>/);
    expect(printed).not.toMatch(/<input[^>]* checked/);
  });

  it('the consent page offers no accounts if the client requests no access to them', () => {
    const printed = printPage(consentPage({ ...page, permissions: new Set(), publishers: [] }));
    expect(printed).not.toContain('publisher account');
    expect(printed).toContain('Recognise you');
  });
});
