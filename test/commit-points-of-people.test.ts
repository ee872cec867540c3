import { describeCommitPoints, ofPeople } from './commit-points.ts'

describeCommitPoints(ofPeople)
