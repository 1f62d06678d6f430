# SPDX-License-Identifier: Apache-2.0
"""JAX: its arrays as arguments, jax.nn.dot_product_attention, and Pallas's own flash attention for TPUs in interpret mode."""
import unittest

import attest

try:
    import jax
    import jax.numpy as jnp
except ImportError as error:
    raise unittest.SkipTest(f"jax: {error}") from None

jax.config.update("jax_default_matmul_precision", "highest")


def case(queries, keys, width=64, **more):
    settings = {"batches": 1, "heads": 2, "queries": queries, "keys": keys, "width": width, "value_width": width, **more}
    return {"generator": "random", "settings": {name: str(value) for name, value in settings.items()}}


class Arrays(unittest.TestCase):
    def test_dot_product_attention(self):
        def kernel(query, key, value, scale, mask=None, causal=False):
            turned = [jnp.swapaxes(one, 1, 2) for one in (query, key, value)]
            out = jax.nn.dot_product_attention(*turned, scale=scale, mask=None if mask is None else mask != 0, is_causal=causal)
            return jnp.swapaxes(out, 1, 2)
        for dtype in ("float32",):
            menu = [{**one, "settings": {**one["settings"], "dtype": dtype}} for one in
                    (case(33, 33), case(33, 33, mask="causal"), case(17, 65, width=40), case(1, 1), case(3, 129))]
            report = attest.check_kernel(kernel, dtype=dtype, like="jax", menu=menu, raises=False)
            self.assertTrue(report.accepted, report)

    def test_bfloat16(self):
        q, k, v = (jax.random.normal(jax.random.key(seed), (1, 2, 16, 16)).astype(jnp.bfloat16) for seed in range(3))
        wide = [one.astype(jnp.float32) for one in (q, k, v)]
        weights = jax.nn.softmax(wide[0] @ jnp.swapaxes(wide[1], -1, -2) / 4, -1)
        self.assertEqual(attest.assert_attention((weights @ wide[2]).astype(jnp.bfloat16), q, k, v).dtype, "bfloat16")


class Pallas(unittest.TestCase):
    def test_flash_attention_in_interpret_mode(self):
        try:
            from jax.experimental.pallas.ops.gpu import attention
        except ImportError as error:
            self.skipTest(f"Pallas's attention: {error}")

        def kernel(query, key, value, scale, causal=False):
            turned = [jnp.swapaxes(one, 1, 2) for one in (query, key, value)]
            sizes = attention.BlockSizes(block_q=64, block_k=64)
            out = attention.mha(*turned, None, sm_scale=scale, causal=causal, block_sizes=sizes, interpret=True)
            return jnp.swapaxes(out, 1, 2)
        report = attest.check_kernel(kernel, like="jax", menu=[case(64, 64), case(128, 128), case(128, 128, mask="causal")], raises=False)
        print("\n" + str(report))
        self.assertTrue(report.accepted, report)


if __name__ == "__main__":
    unittest.main()
