import { group } from '../../command.ts';
import { createGroup } from './create.ts';
import { groupHistory } from './history.ts';
import { addLine, removeLine, setLine } from './lines.ts';
import { listGroups } from './list.ts';
import { renameGroup } from './rename.ts';
import { setGroup } from './set.ts';
import { showGroup } from './show.ts';
import { stateCommands } from './states.ts';

export const groups = () =>
  group('groups', 'Mediation groups and their lines', [
    listGroups(),
    showGroup(),
    groupHistory(),
    createGroup(),
    setGroup(),
    renameGroup(),
    ...stateCommands(),
    addLine(),
    setLine(),
    removeLine(),
  ]);
