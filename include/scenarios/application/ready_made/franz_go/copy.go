// Copies messages with franz-go: at least once, or exactly once with a session of transactions.
package main

import (
	"context"
	"log"
	"os"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

var ctx = context.Background()

func main() {
	options := []kgo.Opt{
		kgo.SeedBrokers(strings.Split(os.Getenv("BOOTSTRAP_SERVERS"), ",")...),
		kgo.ConsumerGroup(os.Getenv("GROUP")),
		kgo.ConsumeTopics(os.Getenv("INPUT_TOPIC")),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.SessionTimeout(6 * time.Second),
		kgo.HeartbeatInterval(1500 * time.Millisecond),
	}
	if os.Getenv("SEMANTICS") == "exactly-once" {
		session, err := kgo.NewGroupTransactSession(append(options, kgo.TransactionalID(os.Getenv("TRANSACTIONAL_ID")))...)
		check(err)
		for {
			outputs := outputsOf(session.PollFetches(ctx))
			check(session.Begin())
			err := session.ProduceSync(ctx, outputs...).FirstErr()
			_, endErr := session.End(ctx, kgo.TransactionEndTry(err == nil))
			check(endErr)
		}
	}
	client, err := kgo.NewClient(append(options, kgo.DisableAutoCommit(), kgo.BlockRebalanceOnPoll())...)
	check(err)
	for {
		check(client.ProduceSync(ctx, outputsOf(client.PollFetches(ctx))...).FirstErr())
		check(client.CommitUncommittedOffsets(ctx))
		client.AllowRebalance()
	}
}

func outputsOf(inputs kgo.Fetches) (outputs []*kgo.Record) {
	inputs.EachRecord(func(in *kgo.Record) {
		outputs = append(outputs, &kgo.Record{Topic: os.Getenv("OUTPUT_TOPIC"), Key: in.Key, Value: in.Value, Headers: in.Headers})
	})
	return outputs
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
