import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeRun {
  run(
    context: Document,
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly help: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
    }[];
  }>;
}

/** Violations of WCAG 2.2 A and AA that axe finds on a page; optionally of some rules only. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Uses the debugger, because the policy of the page allows no other scripts.
  await page.evaluate(SOURCE);
  const violations = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: AxeRun };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const result = await axe.run(document, {
      runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: tags },
      resultTypes: ['violations'],
    });
    return result.violations;
  }, rules);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}\n${html.slice(0, 200)}\n${failureSummary}`),
  );
}
