import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR } from '../../src/conventions/time.ts';
import { makeAuthority, serveAuthority } from './time-stamp-authority.ts';
import { startWorld, type World } from './world.ts';

export interface AnchoredWorld {
  readonly world: World;
  /** The folder of anchors. */
  readonly folder: string;
  readonly authority: ReturnType<typeof makeAuthority>;
  readonly served: Awaited<ReturnType<typeof serveAuthority>>;
  /** The settings of the anchors, for another server. */
  readonly settings: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** A server that anchors its seals in a folder and at an authority, whose clock is that of the server. */
export async function startAnchoredWorld(parent: string): Promise<AnchoredWorld> {
  const folder = mkdtempSync(join(parent, 'anchors-'));
  const authority = makeAuthority(parent);
  // Later than the certificates were made.
  const startAt = Date.now() + HOUR;
  const clock = { now: () => startAt };
  const served = await serveAuthority((query) => authority.answerAt(query, clock.now()));
  const rfc3161 = { kind: 'rfc3161', url: served.url, root: authority.root };
  const settings = { 'audit.anchors': [{ kind: 'folder', path: folder }, rfc3161] };
  const world = await startWorld({ settings, startAt });
  clock.now = world.now;
  const close = async () => {
    await world.close();
    await served.close();
  };
  return { world, folder, authority, served, settings, close };
}

/** Anchors the newest seal everywhere where that is due. */
export async function anchorNow({ server }: Pick<World, 'server'>): Promise<void> {
  const { anchors } = server.context;
  for (const place of anchors.places) await anchors.anchor(place);
}
