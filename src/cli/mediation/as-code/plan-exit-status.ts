import { EXIT, fail } from '../../exit.ts';

/** Status 2 of a plan means changes, so every error ends with 1, wrong usage and an unreachable server too. */
export async function withPlanExitStatus(
  work: () => Promise<number>,
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    fail(error, { json });
    process.exitCode = EXIT.failed;
  }
}
