import { Command } from 'commander';
import { listCommand } from '../admin/list-command.ts';
import { changeText } from '../explain-text.ts';

const EXAMPLES = `  diptych events list --subject credential --subject-id c-1
  diptych events list --operator-id user-1 --start-time 2026-11-01T00:00:00Z --json`;

export function eventsCommand(): Command {
  return new Command('events').description('The trail: what changed, when, and who changed it').addCommand(
    listCommand({
      method: 'listEvents',
      member: 'events',
      columns: {
        time: ({ time }) => time,
        what: ({ subject }) => subject,
        id: ({ subjectId }) => subjectId,
        change: (event) => changeText(event),
        by: ({ operatorId, actor }) => operatorId ?? actor,
        reason: ({ reason }) => reason,
        request: ({ requestId }) => requestId,
      },
      examples: EXAMPLES,
    }),
  );
}
