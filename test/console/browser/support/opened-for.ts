import { afterAll } from 'vitest';
import { type ConsoleName, type Look, openStage } from './stage.ts';

/** For all tests of a file: the demo, and a browser that is signed in to a console. */
export async function openedFor(console: ConsoleName, look?: Look) {
  const stage = await openStage();
  afterAll(() => stage.close());
  try {
    const visit = await stage.signedIn(console, look);
    return { stage, visit, page: visit.page };
  } catch (error) {
    // No test is collected then, so nothing runs after them.
    await stage.close();
    throw error;
  }
}
