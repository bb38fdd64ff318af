import { describe, expect, it } from 'vitest';
import { pointFromSpki } from '../ec/index.ts';
import { ecdsaVerifierKey, parseWitnessKey } from './note.ts';

/** Logs of others, whose keys are in the tests of transparency-dev/formats (note_verifier_test.go, Apache-2.0). */
const LOGS = [
  'rekor.sigstore.dev+c0d23d6a+AjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNhtmPtrWm3U1eQXBogSMdGvXwBcK5AW5i0hrZLOC96l+smGNM7nwZ4QvFK/4sueRoVj//QP22Ni4Qt9DPfkWLc=',
  'pixel6_transparency_log+91c16e30+AjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABN+4x0Jk1yTwvLFI9A4NDdGZcX0aiWVdWM5XJVy0M4VWD3AvyW5Q6Hs9A0mcDkpUoYgn+KKPNzFC0H3nN3q6JQ8=',
];

describe('Verifier keys (C2SP signed-note)', () => {
  it.each(LOGS)('the key of the log %.20s… is written as others write it', (text) => {
    const [name = '', , material = ''] = splitKey(text);
    const point = pointFromSpki(Buffer.from(material, 'base64').subarray(1));
    expect(ecdsaVerifierKey(name, point)).toBe(text);
  });

  it('the key of a log, another id or another length is no key of a witness', () => {
    const zeros = Buffer.concat([Uint8Array.of(4), new Uint8Array(32)]).toString('base64');
    for (const text of [LOGS[0]!, `witness.example/w1+00000000+${zeros}`, `witness.example/w1+${zeros}`])
      expect(parseWitnessKey(text)).toBeUndefined();
  });
});

/** The material may have plus signs of its own. */
const splitKey = (text: string) => /^([^+]+)\+([^+]+)\+(.+)$/.exec(text)!.slice(1);
