import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const MOST = 230 * 1024;

/**
 * Licences that are allowed in a package under Apache 2.0. Each requires at most a notice, which
 * licenses.json gives.
 */
const ALLOWED = ['MIT', 'ISC', 'BSD-3-Clause', 'Unlicense', '0BSD'];

interface Licensed {
  readonly name: string;
  readonly identifier: string | null;
  readonly text: string;
}

const folder = (entry: string) => new URL(`../../console/dist/${entry}/`, import.meta.url);
const text = (entry: string, file: string) => readFileSync(new URL(file, folder(entry)), 'utf8');
const assets = (entry: string, end: string) =>
  readdirSync(new URL('assets/', folder(entry))).filter((name) => name.endsWith(end));

describe.each(['operators', 'mediation'])('The build of the console for %s', (entry) => {
  it('a page of the console has at most 230 KB of JavaScript, gzipped', () => {
    const sizeOf = (name: string) => gzipSync(text(entry, `assets/${name}`)).length;
    const all = assets(entry, '.js');
    const first = all.filter((name) => text(entry, 'index.html').includes(name));
    expect(first).not.toEqual([]);
    // A page loads what its HTML names, the screen that is open, and a chart on it.
    const later = all.filter((name) => !first.includes(name)).map(sizeOf);
    const largest = later.sort((one, other) => other - one).slice(0, 2);
    const size = [...first.map(sizeOf), ...largest].reduce((sum, one) => sum + one, 0);
    process.stdout.write(`${entry}: ${Math.round(size / 1024)} KB of JavaScript, gzipped\n`);
    expect(size).toBeLessThan(MOST);
  });

  it('the first screen of the console waits for one file of code and one of styles', () => {
    const named = [...text(entry, 'index.html').matchAll(/\b(?:src|href)="[^"]*\.(js|css)"/g)];
    expect(named.map(([, kind]) => kind).toSorted()).toEqual(['css', 'js']);
    const [code = ''] = assets(entry, '.js').filter((name) => text(entry, 'index.html').includes(name));
    expect(text(entry, `assets/${code}`)).not.toMatch(/\bimport[\w{}$*, ]*(?:from)?"\.\//);
  });

  it('licenses.json lists every package in the console, all with allowed licences', () => {
    const packages = JSON.parse(text(entry, 'licenses.json')) as Licensed[];
    expect(packages.map(({ name }) => name)).toContain('react');
    expect(packages.filter(({ identifier }) => !ALLOWED.includes(identifier ?? 'none'))).toEqual([]);
    expect(packages.filter((one) => one.text.trim() === '')).toEqual([]);
  });

  it('the console loads nothing but its own files', () => {
    const page = text(entry, 'index.html');
    const sources = [...page.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(sources.length).toBeGreaterThan(0);
    for (const address of sources) expect(address).toMatch(/^\/console\/assets\/[\w.-]+$/);
    expect(page).not.toMatch(/<style|style="|<script>/);
    for (const name of assets(entry, '.css'))
      expect(text(entry, `assets/${name}`)).not.toMatch(/url\((?!["']?\/console\/assets\/)|@import/);
  });
});
