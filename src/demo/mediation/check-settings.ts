import { table } from '../../cli/table/table.ts';
import { expectEqual } from '../stage.ts';
import type { DemoSession } from './api.ts';

export async function checkSettings({ tell, api, account }: DemoSession): Promise<void> {
  tell.step('She lets the server check the settings: it finds no errors');
  const { findings = [] } = await api.call('accounts.lint', { on: account });
  const errors = findings.filter(({ level }) => level === 'ERROR').map(({ text }) => text);
  expectEqual(errors, [], 'errors in the settings');
  const rows = findings.map(({ level, rule, text }) => [level ?? '', rule ?? '', text ?? '']);
  tell.show(table(['level', 'rule', 'what'], rows));
}
