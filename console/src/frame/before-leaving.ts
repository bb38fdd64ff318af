type Run = () => unknown;

const runs = new Set<Run>();

const runAll = () => [...runs].map((run) => run());

const onHidden = () => {
  if (document.visibilityState === 'hidden') runAll();
};

/**
 * Work that is done when the page is closed, hidden or left by signing out, whichever comes first. It runs while the page goes
 * away, so that only requests with `keepalive` arrive. Returns how to take it back.
 */
export function beforeLeaving(run: Run): () => void {
  if (runs.size === 0) {
    addEventListener('pagehide', runAll);
    document.addEventListener('visibilitychange', onHidden);
  }
  runs.add(run);
  return () => {
    runs.delete(run);
    if (runs.size > 0) return;
    removeEventListener('pagehide', runAll);
    document.removeEventListener('visibilitychange', onHidden);
  };
}

const last = new Set<Run>();

/** Work that needs the session and is done only when the person signs out. Returns how to take it back. */
export function beforeSigningOut(run: Run): () => void {
  last.add(run);
  return () => void last.delete(run);
}

/** Does the work now. Signing out waits for it, because its requests need the session. */
export async function finishBeforeLeaving(): Promise<void> {
  await Promise.allSettled(runAll());
  await Promise.allSettled([...last].map((run) => run()));
}
