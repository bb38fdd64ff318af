import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { narrator, type Stage, setStage } from '../../src/demo/narrator.ts';
import { playTrustStory, type SceneName } from '../../src/demo/trust/story.ts';

const STORY_TIMEOUT = 240_000;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ hoursBehind: 1 });
}, STORY_TIMEOUT);
afterAll(() => stage?.close());

/** Plays these scenes of `diptych demo --panel trust`. */
async function told(...names: readonly SceneName[]): Promise<string> {
  let out = '';
  await playTrustStory(
    stage,
    narrator(false, (text) => {
      out += text;
    }),
    names,
  );
  return out;
}

describe('diptych demo --panel trust', { timeout: STORY_TIMEOUT }, () => {
  it('a reader refuses a revoked document after the next publication, not before', async () => {
    const out = await told('revoke');
    expect(out).toContain('$ diptych credentials revoke');
    const standings = out.match(/ says: \w+/g);
    expect(standings).toEqual([' says: valid', ' says: valid', ' says: revoked']);
  });

  it('an erased person is not in the database that was restored from an older backup', async () => {
    const [before = '', after = ''] = (await told('erase')).split('$ diptych serve --data restored');
    expect(before).toContain('completeTime');
    expect(before).toMatch(/ h-2 .* active/);
    expect(after).toMatch(/ h-1 .* active/);
    expect(after).not.toMatch(/ h-2 /);
    expect(after).toContain('The server erased a holder');
  });

  it('the report of a drill has real numbers, and its signature verifies', async () => {
    const out = await told('drill');
    expect(out).toContain('until the signed documents (MSOs) were counted: 5 of 5, on 1 device');
    expect(out).toContain('the signature verifies');
  });
});
