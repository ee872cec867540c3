import { describeCommitPoints, ofContent } from './commit-points.ts'

describeCommitPoints(ofContent)
