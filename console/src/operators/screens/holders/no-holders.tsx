import { Link } from '../../../frame/navigation.tsx';
import { Empty } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMayCall } from '../../api.ts';
import { Samples } from './samples.tsx';

/** Instructions for importing the first records. */
export function NoHolders() {
  const { holders: words } = useMessages();
  const may = useMayCall();
  return (
    <Empty title={words.emptyTitle}>
      <div className="stack first-steps">
        <p>{words.emptyText}</p>
        <ol>
          <li>{words.emptySteps.sample}</li>
          <li>{words.emptySteps.import}</li>
        </ol>
        <div className="actions">
          <Samples />
        </div>
        {may('importHolders') && (
          <Link to="/holders/import" className="button main">
            {words.import}
          </Link>
        )}
        <p>{words.emptyCommand}</p>
        <pre className="command">{words.emptyCommandLine}</pre>
      </div>
    </Empty>
  );
}
