import { group } from '../../command.ts';
import { createMapping } from './create.ts';
import { importCommand } from './import.ts';
import { listMappings } from './list.ts';

export const mappings = () =>
  group('mappings', 'Mappings of ad units to ad sources', [listMappings(), createMapping(), importCommand()]);
