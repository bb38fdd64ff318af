import { describe, expect, it } from 'vitest';
import { piecesOf } from './finding-text.ts';

/** What is typed exactly so is in brackets, an id in braces. */
const marked = (text: string): string =>
  piecesOf(text)
    .map(({ text: part, kind }) => (kind === 'words' ? part : kind === 'code' ? `[${part}]` : `{${part}}`))
    .join('');

describe('The parts of a finding', () => {
  it.each([
    'the document signer has signed for more than 60 days ([keys.documentSigner.rotateDays])',
    '[DIPTYCH_DATA=/srv/data diptych keys rotate], or keys import; see [docs/operate/keys.md]',
    'the oldest publication of 4 status lists of the root {120FFAB28567773D8DBA4227C384325E} is 82 minutes old',
    'fetch it from [https://android.googleapis.com/attestation/status], and move it to its place',
    'configure [issuer.callers] before anything but this machine can reach it',
    'try again; [diptych doctor] waits longer',
    'run [diptych break-glass] close when the work is done',
    'make one every night: [diptych backup --with-dump --with-keys]; base backups do too',
    'get another one from that root: [diptych keys request --role statusSigner]',
    'the clock is right. Nothing is to do',
    'revoke and/or replace it: 7/30 days are left',
    'keep [/srv/data] and [deploy/compose.yaml] outside of [/etc]',
  ])('%s', (expected) => {
    expect(marked(expected.replace(/[[\]{}]/g, ''))).toBe(expected);
  });
});
