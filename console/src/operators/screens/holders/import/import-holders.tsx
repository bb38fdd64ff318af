import { Link } from '../../../../frame/navigation.tsx';
import { Page } from '../../../../frame/page.tsx';
import { useSession } from '../../../../frame/session.tsx';
import { Denied } from '../../../../kit/states.tsx';
import { holdersImport } from '../../../../messages/holders-import.ts';
import { useWords } from '../../../../messages/index.ts';
import { admin, roleFor, useMayCall } from '../../../api.ts';
import { ChooseFile } from './choose-file.tsx';
import { Report } from './report.tsx';
import type { Calls } from './run.ts';
import { useImportJob } from './store.ts';
import '../../../../styles/import.css';

export function ImportHolders() {
  const words = useWords(holdersImport);
  const { session, guarded } = useSession();
  const may = useMayCall();
  const job = useImportJob(session.person.id);
  const calls: Calls = {
    check: (holders) => guarded(() => admin('checkHolders', { holders: [...holders] })),
    import: (holders) => guarded(() => admin('importHolders', { holders: [...holders] })),
  };
  if (!may('importHolders'))
    return (
      <Page title={words.title}>
        <Denied role={roleFor('importHolders')} />
      </Page>
    );
  return (
    <Page title={words.title} lead={words.lead} back={<Link to="/holders">{words.back}</Link>}>
      {job ? <Report job={job} calls={calls} /> : <ChooseFile calls={calls} />}
    </Page>
  );
}
